import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { makeFolder, signUp, startFloor, startServer } from './server-process.ts';

const FLOOR = path.join(path.dirname(fileURLToPath(import.meta.url)), 'server-floor.ts');
const WARM_UP = 50;
const REQUESTS = 100;
const ROUNDS = 7;
const GOAL_MS = 30;
const DAYS = 365;
/** Clock ticks in a second of `/proc/PID/stat` (proc(5), sysconf(_SC_CLK_TCK)). */
const TICKS = 100;

type Pool = ReturnType<typeof openDatabase>['pool'];

interface Target {
  readonly origin: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

/**
 * CPU time of the dashboard's request for somebody with 5,000 tasks and a year of blocks, meetings and focus sessions:
 * of the server process, and of the database's. A bare server, which runs one prepared statement, is measured
 * in the same run.
 */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const database = await startEmbeddedPostgres(folder.path, { settings: { max_connections: '60' } });
  const { pool } = openDatabase(database.url, 2);
  const server = await startServer({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    PORT: String(await freePort('localhost')),
    BILLING: 'off',
  });
  let floor: Awaited<ReturnType<typeof startFloor>> | undefined;
  try {
    const headers = { authorization: `Bearer ${await signUp(server.address)}` };
    // The first look makes the built-in calendar.
    await fetch(`${server.address}/api/calendars`, { headers });
    const { rows } = await pool.query('select id, pg_backend_pid() as backend from users');
    const [{ id: userId, backend }] = rows;
    await insertHistory(pool, userId);
    const databasePid = Number(readStat(backend)[1]);
    floor = await startFloor(FLOOR, database.url, userId);
    const dashboard = { origin: server.address, pid: server.child.pid ?? 0, headers };
    const bare = { origin: floor.address, pid: floor.child.pid ?? 0, headers };
    const figures = await fetch(`${server.address}/api/dashboard`, { headers });
    const { completion, week, points } = (await figures.json()) as {
      completion: { finishedTasks: number }[];
      week: { categories: unknown[] };
      points: { thisWeek: number };
    };
    console.log(
      `a year of history: ${points.thisWeek.toLocaleString('en')} points and ${week.categories.length} categories this week, ` +
        `${completion.reduce((sum, { finishedTasks }) => sum + finishedTasks, 0)} tasks finished in ${completion.length} weeks`,
    );
    await send(dashboard, '/api/dashboard', WARM_UP);
    await send(bare, '/api/tasks?limit=100', WARM_UP);
    const rounds: { ours: Cost; bare: Cost }[] = [];
    // In turns, so that other load on the machine meets both.
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await measure(dashboard, '/api/dashboard', databasePid),
        bare: await measure(bare, '/api/tasks?limit=100', databasePid),
      });
    const middle = (pick: (round: { ours: Cost; bare: Cost }) => number) => median(rounds.map(pick));
    const cpu = middle(({ ours }) => ours.server);
    const line = (name: string, pick: (round: { ours: Cost; bare: Cost }) => Cost) =>
      `${name}: server CPU ${middle((round) => pick(round).server).toFixed(1)} ms, database CPU ` +
      `${middle((round) => pick(round).database).toFixed(1)} ms, ${middle((round) => pick(round).wall).toFixed(1)} ms in all`;
    console.log(line('GET /api/dashboard', ({ ours }) => ours));
    console.log(line('bare server, a page of tasks', ({ bare: cost }) => cost));
    const all = middle(({ ours }) => ours.server + ours.database);
    const isMet = cpu < GOAL_MS && all < GOAL_MS;
    console.log(
      `${all.toFixed(1)} ms of CPU for one request: ${isMet ? 'goal met' : `goal missed: ${GOAL_MS} ms`}`,
    );
    if (!isMet) process.exitCode = 1;
  } finally {
    floor?.child.kill();
    await server.stop();
    await pool.end();
    await database.stop();
    folder.remove();
  }
}

interface Cost {
  /** Milliseconds for a request. */
  readonly wall: number;
  readonly server: number;
  readonly database: number;
}

async function send({ origin, headers }: Target, address: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let left = count; left > 0; left -= 1)
    await new Promise<void>((resolve, reject) => {
      request(new URL(address, origin), { agent, headers }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${address} answered ${reply.statusCode}`));
        reply.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  agent.destroy();
}

async function measure(target: Target, address: string, databasePid: number): Promise<Cost> {
  const [server, database, since] = [readCpu(target.pid), readConnectionsCpu(databasePid), performance.now()];
  await send(target, address, REQUESTS);
  return {
    wall: (performance.now() - since) / REQUESTS,
    server: (readCpu(target.pid) - server) / REQUESTS,
    database: (readConnectionsCpu(databasePid) - database) / REQUESTS,
  };
}

const readStat = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

/** User and system time of a process, in ms. */
function readCpu(pid: number | string): number {
  const fields = readStat(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

/** The CPU time of PostgreSQL. The process of each connection is a child of the first one. */
function readConnectionsCpu(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return children.reduce((sum, child) => sum + readCpu(child), 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** 4,700 finished and 300 open tasks in twelve projects, with their blocks, three meetings a day, focus sessions. */
async function insertHistory(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `insert into tasks (user_id, id, title, notes, subtasks, status, duration_minutes, due_kind, priority, project, hours,
       is_splittable, min_chunk_minutes, max_chunk_minutes, buffer_minutes, is_automatic, is_someday, created_at, updated_at,
       completed_at)
     select $1, gen_random_uuid(), 'Task ' || n, '', '[]', case when n < 4700 then 'done' else 'open' end, 30, 'soft', 2,
       case when n % 5 > 0 then 'Project ' || n % 12 end, 'work', false, 30, 30, 0, true, false, now(), now(),
       case when n < 4700 then now() - make_interval(days => n % $2, mins => n % 400) end
     from generate_series(1, 5000) as n`,
    [userId, DAYS],
  );
  await pool.query(
    `insert into blocks (user_id, id, task_id, starts_at, ends_at, is_pinned, state, version, created_at, updated_at)
     select $1, gen_random_uuid(), id, coalesce(completed_at, now() + make_interval(hours => (random() * 300)::int))
       - make_interval(mins => 30 + (random() * 20)::int), coalesce(completed_at, now() + interval '301 hours'), false,
       case when status = 'done' then 'done' else 'planned' end, 1, now(), now()
     from tasks where user_id = $1`,
    [userId],
  );
  await pool.query(
    `insert into focus_sessions (user_id, id, task_id, started_at, ended_at, worked)
     select $1, gen_random_uuid(), task_id, starts_at, starts_at + interval '25 minutes',
       tstzmultirange(tstzrange(starts_at, starts_at + interval '25 minutes'))
     from blocks where user_id = $1 and state = 'done'`,
    [userId],
  );
  const { rows: calendars } = await pool.query('select id from calendars where user_id = $1 limit 1', [
    userId,
  ]);
  await pool.query(
    `with made as (
       insert into events (user_id, id, calendar_id, uid, title, starts_at, ends_at, description, location, status, is_busy,
         is_all_day, start_local, end_local, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'bench-' || n, 'Meeting ' || n,
         date_trunc('day', now()) - make_interval(days => n / 3 - 30, hours => -9 - 2 * (n % 3)),
         date_trunc('day', now()) - make_interval(days => n / 3 - 30, hours => -10 - 2 * (n % 3)), '', '', 'confirmed', true,
         false, '', '', now(), now()
       from generate_series(1, $3::int) as n
       returning user_id, id, calendar_id, starts_at, ends_at
     )
     insert into occurrences (user_id, event_id, recurrence_id, calendar_id, starts_at, ends_at, is_busy)
     select user_id, id, '', calendar_id, starts_at, ends_at, true from made`,
    [userId, calendars[0].id, DAYS * 3],
  );
  await pool.query('vacuum analyze');
}
