import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { makePushKeys } from './features/notifications/operations/push.ts';
import { warmUpPlanner } from './features/planning/operations/warm-up.ts';
import { type Config, InvalidConfig, readConfig } from './platform/config.ts';
import { claimDataDir } from './platform/data-dir-lock.ts';
import { openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { freePort } from './platform/free-port.ts';
import { migrate } from './platform/migrate.ts';
import { toSentence } from './platform/to-sentence.ts';

const DOUBLE_SIGNAL_MS = 1_000;
/** Limit of one stop step, beyond the grace period that it grants to others. */
const STOP_STEP_MS = 10_000;

interface Stop {
  readonly name: string;
  readonly run: () => Promise<void> | void;
  readonly limitMs?: number;
}

/** The process: reads the settings, starts what is needed, listens, and stops in reverse order. */
async function main(): Promise<void> {
  const environment = { ...process.env };
  if (environment.PORT === '0') environment.PORT = String(await freePort('localhost'));
  const config = readConfigOrExit(environment);
  const stops: Stop[] = [];
  let stopping: Promise<void> | undefined;
  let stoppingSince = 0;

  const stopAll = async () => {
    for (const stop of stops.reverse()) {
      // A step that hangs must not block the next one: the database stops last, and always.
      try {
        await withinLimit(stop);
      } catch (error) {
        console.error(`While stopping: ${toSentence(error)}`);
      }
    }
  };
  const onSignal = (signal: string) => {
    // A second Ctrl-C ends the process at once. The first may arrive twice: from the terminal and from the
    // bootstrap.
    if (stopping && Date.now() - stoppingSince > DOUBLE_SIGNAL_MS) process.exit(1);
    if (stopping) return;
    stoppingSince = Date.now();
    console.log(`\n${signal}: finishing running work, then stopping ...`);
    stopping = stopAll().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => onSignal(signal));
  // The reader of our output may have ended already. That must not interrupt the stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  try {
    if (config.ROLE !== 'worker') await refuseTakenPort(config);
    let databaseUrl = config.DATABASE_URL;
    if (!databaseUrl) {
      stops.push({ name: 'The lock on DATA_DIR', run: claimDataDir(config.DATA_DIR) });
      const postgres = await startEmbeddedPostgres(config.DATA_DIR);
      // PostgreSQL's stop has its own limits.
      stops.push({ name: 'PostgreSQL', run: () => postgres.stop(), limitMs: 2 * STOP_STEP_MS });
      databaseUrl = postgres.url;
    }
    const database = openDatabase(databaseUrl, config.DATABASE_POOL_SIZE);
    stops.push({ name: 'The pool of database connections', run: () => database.close() });
    try {
      await migrate(database.db);
    } catch (cause) {
      if (!config.DATABASE_URL) throw cause;
      throw new Error('The database of DATABASE_URL does not respond, or does not allow changes.', { cause });
    }
    const app = await buildApp({ config, database, databaseUrl });
    stops.push({
      name: 'The server',
      run: () => app.close(),
      limitMs: config.SHUTDOWN_GRACE_SECONDS * 1000 + STOP_STEP_MS,
    });
    await makePushKeys(app.notifications);
    if (config.ROLE !== 'worker') await app.http.listen({ host: config.HOST, port: config.PORT });
    announce(config);
    if (config.ROLE !== 'worker') warmUpPlanner(app.platform);
    // Jobs start after the first page can be served, because nobody waits for them.
    if (config.ROLE !== 'web') await app.work();
  } catch (error) {
    // An error during the stop is not a failure. The stop ends the process.
    if (stopping) return stopping;
    console.error(toSentence(error));
    await stopAll();
    process.exit(1);
  }
}

async function withinLimit({ name, run, limitMs = STOP_STEP_MS }: Stop): Promise<void> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`${name} did not stop in time.`);
  });
  await Promise.race([run(), late]);
}

function readConfigOrExit(environment: Record<string, string | undefined>): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    console.error(toSentence(error));
    process.exit(1);
  }
}

function announce(config: Config): void {
  const modes = [
    ['database', config.DATABASE_URL ? 'external (DATABASE_URL)' : `embedded (${config.DATA_DIR})`],
    ['identity', config.identity === 'external' ? `external (${config.OIDC_ISSUER})` : 'embedded (/oidc)'],
    ...Object.entries(config.modes),
    ['jobs', config.ROLE === 'web' ? 'in another process' : 'here'],
  ];
  const lines = modes.map(([name, mode]) => `  ${String(name).padEnd(15)} ${mode}`);
  const headline =
    config.ROLE === 'worker'
      ? `${config.PRODUCT_NAME} is running jobs`
      : `${config.PRODUCT_NAME} is ready at ${config.publicUrl}`;
  console.log(`\n${headline}\n\n${lines.join('\n')}\n\nCtrl-C stops it.`);
}

/** Runs before the database starts, so that a taken port is reported at once. */
async function refuseTakenPort({ PORT, HOST }: Config): Promise<void> {
  const taken = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(PORT, HOST, () => probe.close(() => resolve(false)));
  });
  if (!taken) return;
  throw new InvalidConfig(
    `Port ${PORT} is taken by another program. Stop it, or choose another port: PORT=${PORT + 1} npm start`,
  );
}

await main();
