import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { openSecrets } from '../apps/server/src/platform/secrets.ts';
import { makeFolder, signUp, startServer } from './server-process.ts';

const WORKER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'reminders-worker.ts');
const WORKERS = 2;
const USERS = 625;
/** Tasks of each user that are reminded of by app, push and mail, and those by text message. */
const TASKS = { all: 50, text: 10 };
const TOTAL = USERS * (TASKS.all * 3 + TASKS.text);
const GOAL_SECONDS = 60;

type Pool = ReturnType<typeof openDatabase>['pool'];

/**
 * 100,000 reminders of 625 people, due at the same minute, sent out by two worker processes with simulated
 * channels: the list in the app, pushes, mails and texts. Counts what is lost or doubled.
 */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const database = await startEmbeddedPostgres(folder.path, { settings: { max_connections: '100' } });
  const { pool } = openDatabase(database.url, 4);
  const due = new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + HOUR_MS);
  const key = randomBytes(32).toString('base64');
  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    DATA_KEY: key,
    BILLING: 'off',
    LOG_LEVEL: 'fatal',
    SMS_QUIET_HOURS: '00:00-00:00',
    SMS_REMINDERS_PER_USER: '1000',
    SMS_SPEND_PER_DAY: '1000000',
  };
  const workers: ChildProcess[] = [];
  try {
    const server = await startServer({
      ...environment,
      PORT: String(await freePort('localhost')),
      ROLE: 'web',
    });
    await signUp(server.address);
    await server.stop();
    await insertPeople(pool, due, key);
    for (let at = 0; at < WORKERS; at += 1) {
      const worker = fork(WORKER, [], {
        execArgv: process.execArgv,
        env: {
          PATH: process.env['PATH'],
          ...environment,
          PORT: String(await freePort('localhost')),
          NOW: new Date(due.getTime() - 60_000).toISOString(),
          REPORT: path.join(folder.path, `report-${at}.json`),
        },
      });
      await once(worker, 'message');
      workers.push(worker);
    }
    const ask = async (step: string) => {
      await Promise.all(
        workers.map((worker) => {
          const answer = Promise.race([
            once(worker, 'message'),
            once(worker, 'exit').then(() => {
              throw new Error('A worker died.');
            }),
          ]);
          worker.send(step);
          return answer;
        }),
      );
    };
    let began = performance.now();
    await ask('refresh');
    const { rows } = await pool.query(`select count(*)::int as rows from reminders`);
    console.log(
      `${rows[0].rows.toLocaleString('en')} reminders of ${USERS} people made in ${seconds(began)} s`,
    );
    // Workers see a fixed time, so everything is made due by moving it.
    await pool.query(`update reminders set due_at = due_at - interval '1 minute'`);
    await pool.query('vacuum analyze reminders');
    began = performance.now();
    await ask('send');
    const took = (performance.now() - began) / 1_000;
    await reportOn(pool, folder.path, took);
  } finally {
    const running = workers.filter(({ connected }) => connected);
    for (const worker of running) worker.send('end');
    await Promise.all(running.map((worker) => once(worker, 'exit')));
    await pool.end();
    await database.stop();
    folder.remove();
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1);

/** Copies of the one who has signed up, with tasks, a subscribed browser and a verified number. */
async function insertPeople(pool: Pool, due: Date, key: string): Promise<void> {
  const secrets = await openSecrets({ DATA_KEY: [key], DATA_DIR: '' });
  const { rows } = await pool.query('select to_jsonb(u) as user from users u limit 1');
  const [{ user }] = rows;
  await pool.query('delete from users');
  const settings = {
    defaults: { task: [{ minutesBefore: 0, channels: ['app', 'push', 'email'] }] },
  };
  for (let at = 0; at < USERS; at += 1) {
    const id = randomUUID();
    const mobile = `+1212${String(5_550_000 + at)}`;
    await pool.query('insert into users select * from jsonb_populate_record(null::users, $1)', [
      {
        ...user,
        id,
        canonical_id: `bench${at}`,
        email: `person${at}@example.com`,
        username: `person-${at}`,
        referral_code: `code${at}`,
        mobile,
        is_mobile_demo: true,
        send_reminders: true,
        preferences: {
          notifications: { channels: { email: true, push: true }, subscriptions: { promotions: false } },
        },
      },
    ]);
    await pool.query(
      `insert into sms_consents (user_id, id, mobile, is_given, source, wording, created_at)
       values ($1, $2, $3, true, 'settings', 'yes', now())`,
      [id, randomUUID(), mobile],
    );
    await pool.query('insert into reminder_users (user_id, settings) values ($1, $2)', [id, settings]);
    const subscription = {
      endpoint: `https://push.example.com/${at}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    };
    await pool.query(
      `insert into push_subscriptions (user_id, id, endpoint_hash, sealed_subscription, created_at)
       values ($1, $2, $3, $4, now())`,
      [id, randomUUID(), String(at), secrets.seal(JSON.stringify(subscription), `push:${id}`)],
    );
    const tasks = Array.from({ length: TASKS.all + TASKS.text }, () => randomUUID());
    await pool.query(
      `insert into tasks (user_id, id, title, notes, subtasks, status, duration_minutes, due_at, due_kind, priority,
         hours, is_splittable, min_chunk_minutes, max_chunk_minutes, buffer_minutes, is_automatic, is_someday,
         created_at, updated_at)
       select $1, id, 'Report ' || n, '', '[]', 'open', 30, $3, 'soft', 2, 'work', false, 30, 30, 0, true, false,
         now(), now()
       from unnest($2::uuid[]) with ordinality as given (id, n)`,
      [id, tasks, due],
    );
    await pool.query(
      `insert into reminder_overrides (user_id, subject, subject_id, reminders)
       select $1, 'task', id, $3 from unnest($2::uuid[]) as given (id)`,
      [id, tasks.slice(TASKS.all), JSON.stringify([{ minutesBefore: 0, channels: ['sms'] }])],
    );
  }
}

async function reportOn(pool: Pool, folder: string, took: number): Promise<void> {
  const reports = Array.from({ length: WORKERS }, (_, at) =>
    JSON.parse(readFileSync(path.join(folder, `report-${at}.json`), 'utf8')),
  ) as Record<'mails' | 'pushes' | 'texts', string[]>[];
  const { rows } = await pool.query(
    `select (select count(*)::int from notifications) as app, (select count(*)::int from reminders where state <> 'sent') as unsent`,
  );
  const [{ app, unsent }] = rows;
  const channels = (['mails', 'pushes', 'texts'] as const).map((channel) => {
    const all = reports.flatMap((report) => report[channel]);
    return { channel, received: all.length, different: new Set(all).size };
  });
  const expected = {
    app: USERS * TASKS.all,
    mails: USERS * TASKS.all,
    pushes: USERS * TASKS.all,
    texts: USERS * TASKS.text,
  };
  const doubled = channels.reduce((sum, { received, different }) => sum + received - different, 0);
  const lost =
    expected.app -
    app +
    channels.reduce((sum, { channel, different }) => sum + expected[channel] - different, 0);
  console.log(
    `${TOTAL.toLocaleString('en')} due reminders sent by ${WORKERS} workers in ${took.toFixed(1)} s ` +
      `(${Math.round(TOTAL / took).toLocaleString('en')} a second): app ${app}, ` +
      channels.map(({ channel, received }) => `${channel} ${received}`).join(', '),
  );
  console.log(`lost ${lost}, doubled ${doubled}, not settled ${unsent}`);
  const isMet = took <= GOAL_SECONDS && lost === 0 && doubled === 0 && unsent === 0;
  console.log(isMet ? 'goal met' : `goal missed: ${GOAL_SECONDS} s, none lost or doubled`);
  if (!isMet) process.exitCode = 1;
}
