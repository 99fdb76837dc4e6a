import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { makeFolder, type ServerProcess, signUp, startServer } from './server-process.ts';

const WRITERS = 8;
const WRITES_BETWEEN = 60;
const PAUSE_MS = 20;
const LIMIT_MS = 90_000;

/** The outcome of a write. `open`: no response, or `outcome_unknown`. */
type Outcome = 'acknowledged' | 'unavailable' | 'open' | 'failed';

/** Writes tasks continuously and records the outcomes. */
function startWriters(address: string, token: string) {
  const over = new AbortController();
  const outcomes = new Map<string, Outcome>();
  const write = async (_id: string): Promise<Outcome> => {
    try {
      const reply = await fetch(`${address}/api/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ _id, title: 'Bench' }),
      });
      const { code } = (await reply.json()) as { code?: string };
      if (reply.ok) return 'acknowledged';
      if (code === 'outcome_unknown') return 'open';
      return code === 'unavailable' ? 'unavailable' : 'failed';
    } catch {
      return 'open';
    }
  };
  const work = async () => {
    while (!over.signal.aborted) {
      const id = randomUUID();
      const outcome = await write(id);
      outcomes.set(id, outcome);
      if (outcome !== 'acknowledged') await sleep(PAUSE_MS);
    }
  };
  const writers = Array.from({ length: WRITERS }, work);
  const listIds = (wanted: Outcome) => [...outcomes].filter(([, is]) => is === wanted).map(([id]) => id);
  return {
    listIds,
    /** Waits for `more` acknowledged writes. */
    async untilWritten(more: number): Promise<void> {
      const target = listIds('acknowledged').length + more;
      const giveUpAt = Date.now() + LIMIT_MS;
      while (listIds('acknowledged').length < target) {
        if (Date.now() > giveUpAt) throw new Error('Writes are no longer acknowledged.');
        await sleep(PAUSE_MS);
      }
    },
    async end(): Promise<void> {
      over.abort();
      await Promise.all(writers);
    },
  };
}

function findPostgres(dataDir: string) {
  const [pid = '', , , port = ''] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split(
    '\n',
  );
  const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8');
  return { pid: Number(pid), url: `postgres://dayloom:${password}@127.0.0.1:${port}/dayloom` };
}

async function query<Row>(dataDir: string, statement: string): Promise<readonly Row[]> {
  const database = openDatabase(findPostgres(dataDir).url, 1);
  try {
    return (await sql.raw<Row>(statement).execute(database.db)).rows;
  } finally {
    await database.close();
  }
}

const BUSY_BACKENDS = `select pid from pg_stat_activity
  where application_name = 'dayloom' and pid <> pg_backend_pid() order by state = 'active' desc, random() limit 1`;

/**
 * Kills the server, PostgreSQL and single connections during writes, and compares acknowledged with stored
 * tasks.
 */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const environment = { DATA_DIR: folder.path, PORT: String(await freePort('localhost')) };
  let server: ServerProcess = await startServer(environment);
  try {
    const token = await signUp(server.address);
    const writers = startWriters(server.address, token);
    let died = 0;
    const faults: [name: string, rounds: number, inject: () => Promise<void>][] = [
      [
        'pg_terminate_backend',
        25,
        async () => {
          await query(folder.path, `select pg_terminate_backend(pid) from (${BUSY_BACKENDS}) busy`);
        },
      ],
      [
        'kill -9 of a backend',
        5,
        async () => {
          const [busy] = await query<{ pid: number }>(folder.path, BUSY_BACKENDS);
          if (busy) process.kill(busy.pid, 'SIGKILL');
        },
      ],
      ['kill -9 of PostgreSQL', 5, async () => void process.kill(findPostgres(folder.path).pid, 'SIGKILL')],
      [
        'kill -9 of the server',
        3,
        async () => {
          const { child } = server;
          child.kill('SIGKILL');
          await once(child, 'exit');
          server = await startServer(environment);
        },
      ],
    ];
    for (const [name, rounds, inject] of faults) {
      const since = performance.now();
      for (let round = 0; round < rounds; round++) {
        await writers.untilWritten(WRITES_BETWEEN);
        await inject();
        if (server.child.exitCode !== null || server.child.signalCode !== null) died++;
      }
      await writers.untilWritten(WRITES_BETWEEN);
      console.log(`${name}: ${rounds} times in ${((performance.now() - since) / 1000).toFixed(1)} s`);
    }
    await writers.end();
    const rows = await query<{ id: string }>(folder.path, 'select id from tasks');
    const saved = new Set(rows.map(({ id }) => id));
    const acknowledged = writers.listIds('acknowledged');
    const unavailable = writers.listIds('unavailable');
    const open = writers.listIds('open');
    const lost = acknowledged.filter((id) => !saved.has(id)).length;
    const surprising = unavailable.filter((id) => saved.has(id)).length;
    console.log(`acknowledged ${acknowledged.length}, of these lost: ${lost}; goal 0`);
    console.log(
      `refused as not saved ${unavailable.length}, of these saved all the same: ${surprising}; goal 0`,
    );
    console.log(`left open ${open.length}, of these saved: ${open.filter((id) => saved.has(id)).length}`);
    console.log(`answered with another error: ${writers.listIds('failed').length}; goal 0`);
    console.log(`server processes that ended without being killed: ${died}; goal 0`);
  } finally {
    await server.stop();
    folder.remove();
  }
}
