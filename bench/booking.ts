import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { chromium } from 'playwright-core';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { getChromium } from '../scripts/chromium.ts';
import { makeFolder, type ServerProcess, signUp, startFloor, startServer } from './server-process.ts';

const FLOOR = path.join(path.dirname(fileURLToPath(import.meta.url)), 'booking-floor.ts');
const PROCESSES = 4;
const DAYS = 60;
const BUSY = 10_000;
const READS = 40;
const CACHED_READS = 400;
const HOSTS = 24;
/** Requests per host before measuring: both servers run for weeks, not for seconds. */
const WARM_UP = 30;
/** Bare inserts and bookings take turns, because the machine has other work too. */
const ROUNDS = 24;
const BOOKINGS_PER_ROUND = 3;
const ATTEMPTS = 2_000;
const CONNECTIONS = 8;
/** To the database, of each server process and of the bare one. */
const POOL = 10;
const GOALS = { slotsMs: 20, cachedMs: 2, ratio: 0.25, pageMs: 1_000 };
/** Clock ticks in a second of `/proc/PID/stat` (proc(5), sysconf(_SC_CLK_TCK)). */
const TICKS = 100;

type Pool = ReturnType<typeof openDatabase>['pool'];

interface Host {
  readonly token: string;
  readonly username: string;
  readonly userId: string;
}

/**
 * Slots against 10,000 busy times, when a phone shows the first ones, bookings of many hosts compared with bare inserts,
 * and 2,000 attempts at overlapping slots of one host over four server processes. `npm run bench booking rate` (`slots`,
 * `page`, `attempts`) runs one part.
 */
export async function run(parts: readonly string[] = []): Promise<void> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
  const folder = makeFolder();
  // Four processes with ten connections each, and those of their job queues and streams.
  const database = await startEmbeddedPostgres(folder.path, { settings: { max_connections: '100' } });
  const { pool } = openDatabase(database.url, 4);
  const servers: ServerProcess[] = [];
  try {
    for (let at = 0; at < (isWanted('attempts') ? PROCESSES : 1); at += 1) {
      servers.push(
        await startServer({
          DATA_DIR: folder.path,
          DATABASE_URL: database.url,
          PORT: String(await freePort('localhost')),
          DATABASE_POOL_SIZE: String(POOL),
          ROLE: 'web',
          FAST: process.env['FAST'] ?? '',
        }),
      );
    }
    const [server] = servers as [ServerProcess, ...ServerProcess[]];
    if (isWanted('slots')) await measureSlots(server, pool);
    if (isWanted('page')) await measurePage(server, pool);
    if (isWanted('rate')) await measureBookings(server, database.url, pool);
    if (isWanted('attempts')) await attemptTogether(servers, pool);
  } finally {
    for (const server of servers) await server.stop();
    await pool.end();
    await database.stop();
    folder.remove();
  }
}

async function createHost({ address }: ServerProcess, pool: Pool): Promise<Host> {
  const token = await signUp(address);
  const reply = await fetch(`${address}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await reply.json()) as { user: { _id: string; username: string } };
  await pool.query(`update users set time_zone = 'UTC', home_time_zone = 'UTC' where id = $1`, [user._id]);
  return { token, username: user.username, userId: user._id };
}

async function measureSlots(server: ServerProcess, pool: Pool): Promise<void> {
  const host = await createHost(server, pool);
  await insertBusy(pool, host);
  const from = new Date();
  from.setUTCHours(0, 0, 0, 0);
  const ask = async (minutes: number) => {
    const to = new Date(from.getTime() + DAYS * DAY_MS - minutes * MINUTE_MS);
    const query = `username=${host.username}&eventType=30-min&from=${from.toISOString()}&to=${to.toISOString()}`;
    const reply = await fetch(`${server.address}/api/booking/optimal-slots?${query}`);
    const { slots } = (await reply.json()) as { slots: unknown[] };
    return slots.length;
  };
  let slots = 0;
  for (let at = 0; at < 20; at += 1) slots = await ask(1_000 + at);
  const own = await measureCpu(server, READS, (at) => ask(at));
  // Both are for a server that has run for a while.
  for (let at = 0; at < CACHED_READS; at += 1) await ask(0);
  const cached = await measureCpu(server, CACHED_READS, () => ask(0));
  console.log(`slots of ${DAYS} days against ${BUSY} busy times (${slots} slots)`);
  console.log(`  computed   ${own.toFixed(1)} ms of CPU at the server (goal ${GOALS.slotsMs})`);
  console.log(`  from cache ${cached.toFixed(2)} ms of CPU (goal ${GOALS.cachedMs})`);
}

/**
 * Chromium's own limits, with which it measures phones: of each request, of the line (1.6 megabits a second), and of the
 * processor. The second line is what its developer tools call slow 4G.
 */
const PHONE_LINES = [
  { latencyMs: 150, kilobitsPerSecond: 1_638 },
  { latencyMs: 562, kilobitsPerSecond: 1_474 },
];
const PHONE_SLOWDOWN = 4;
const PAGE_LOADS = 5;

/** When a phone shows the first free times of a host's page, from the request for it. */
async function measurePage(server: ServerProcess, pool: Pool): Promise<void> {
  const { username } = await createHost(server, pool);
  const browser = await chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'] });
  try {
    for (const { latencyMs, kilobitsPerSecond } of PHONE_LINES) {
      const times: number[] = [];
      for (let at = 0; at < PAGE_LOADS; at += 1) {
        const context = await browser.newContext({
          viewport: { width: 412, height: 823 },
          deviceScaleFactor: 1.75,
          isMobile: true,
          timezoneId: 'America/New_York',
        });
        const page = await context.newPage();
        const tools = await context.newCDPSession(page);
        const bytesPerSecond = (kilobitsPerSecond * 1_000) / 8;
        await tools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: latencyMs,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: bytesPerSecond,
        });
        await tools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
        await page.goto(`${server.address}/${username}?type=30-min`, { waitUntil: 'commit' });
        await page.locator('.slot-list-time, .time-chooser-empty').first().waitFor();
        // The next frame but one has been painted.
        times.push(
          await page.evaluate(
            () =>
              new Promise<number>((done) =>
                requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))),
              ),
          ),
        );
        await context.close();
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
      console.log(
        `first free times on a phone (${latencyMs} ms a request, ${kilobitsPerSecond} kbit/s): ${median.toFixed(0)} ms (goal ${GOALS.pageMs})`,
      );
    }
  } finally {
    await browser.close();
  }
}

async function insertBusy(pool: Pool, { userId }: Host): Promise<void> {
  const calendarId = crypto.randomUUID();
  await pool.query(
    `insert into calendars (user_id, id, name, color, kind, is_visible, blocks_time, version, created_at)
     values ($1, $2, 'Busy', '#5CAAFF', 'imported', true, true, 1, now())`,
    [userId, calendarId],
  );
  await pool.query(
    `with made as (
       insert into events (user_id, id, calendar_id, uid, sequence, title, description, location, status, is_busy,
         is_all_day, starts_at, ends_at, start_local, end_local, time_zone, details, version, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'busy-' || n, 0, 'Busy', '', '', 'confirmed', true, false, at, at + interval '5 minutes',
         to_char(at, 'YYYYMMDD"T"HH24MISS'), to_char(at + interval '5 minutes', 'YYYYMMDD"T"HH24MISS'), 'UTC', '{}', 1, now(), now()
       from (
         -- Evenly over 60 days, except the afternoons.
         select n, date_trunc('day', now()) + (n % ${DAYS}) * interval '1 day' +
           case when (n / ${DAYS}) * 7 < 720 then (n / ${DAYS}) * 7 else (n / ${DAYS}) * 7 + 270 end * interval '1 minute' as at
         from generate_series(1, ${BUSY}) n) busy
       returning user_id, id, calendar_id, starts_at, ends_at)
     insert into occurrences (user_id, event_id, recurrence_id, calendar_id, starts_at, ends_at, is_busy)
     select user_id, id, '', calendar_id, starts_at, ends_at, true from made`,
    [userId, calendarId],
  );
  await pool.query('analyze');
}

/** Milliseconds of CPU of the server process for each call. */
async function measureCpu(
  { child }: ServerProcess,
  count: number,
  call: (at: number) => Promise<unknown>,
): Promise<number> {
  const before = cpuTicks(child.pid);
  for (let at = 0; at < count; at += 1) await call(at);
  return ((cpuTicks(child.pid) - before) / TICKS / count) * 1_000;
}

function cpuTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/**
 * A bare insert is one row in a table with the columns, constraints and indexes of `bookings`, in a transaction of
 * its own, through the same driver, by as many connections.
 */
async function measureBookings(server: ServerProcess, databaseUrl: string, pool: Pool): Promise<void> {
  const hosts: Host[] = [];
  for (let at = 0; at < HOSTS; at += 1) hosts.push(await createHost(server, pool));
  const floor = await startFloor(FLOOR, databaseUrl, String(POOL));
  try {
    const starts = listStarts(WARM_UP + ROUNDS * BOOKINGS_PER_ROUND, 60);
    const listBookings = (from: number, count: number) =>
      starts.slice(from, from + count).flatMap((startsAt) => hosts.map((host) => ({ host, startsAt })));
    type Wanted = ReturnType<typeof listBookings>[number];
    const insertBare = ({ host, startsAt }: Wanted) =>
      post(floor.address, '/book', { ...toBooking(host.username, startsAt), hostId: host.userId });
    const book = ({ host, startsAt }: Wanted) =>
      post(server.address, '/api/booking/create', toBooking(host.username, startsAt));
    for (const send of [insertBare, book]) await rate(listBookings(0, WARM_UP), send);
    const rounds: { bare: number; own: number; bareMs: number; ownMs: number }[] = [];
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const wanted = listBookings(WARM_UP + round * BOOKINGS_PER_ROUND, BOOKINGS_PER_ROUND);
      const bareTicks = cpuTicks(floor.child.pid);
      const bare = await rate(wanted, insertBare);
      const ownTicks = cpuTicks(server.child.pid);
      const own = await rate(wanted, book);
      const toMs = (ticks: number) => (ticks / TICKS / wanted.length) * 1_000;
      rounds.push({
        bare: bare.perSecond,
        own: own.perSecond,
        bareMs: toMs(cpuTicks(floor.child.pid) - bareTicks),
        ownMs: toMs(cpuTicks(server.child.pid) - ownTicks),
      });
      statuses.push(...bare.statuses, ...own.statuses);
    }
    const wrong = statuses.filter((status) => status !== 201).length;
    const ratios = rounds.map(({ own, bare }) => own / bare).toSorted((a, b) => a - b);
    const show = (values: readonly number[]) => median(values).toFixed(0);
    console.log(`bookings of ${HOSTS} hosts, ${CONNECTIONS} at a time, median of ${ROUNDS} rounds`);
    console.log(
      `  ${show(rounds.map(({ own }) => own))} a second; bare inserts ${show(rounds.map(({ bare }) => bare))} a second`,
    );
    console.log(
      `  ${median(rounds.map(({ ownMs }) => ownMs)).toFixed(2)} ms of CPU at the server; bare ${median(rounds.map(({ bareMs }) => bareMs)).toFixed(1)} ms`,
    );
    console.log(
      `  ratio ${median(ratios).toFixed(3)} (${ratios.at(0)?.toFixed(3)} to ${ratios.at(-1)?.toFixed(3)}; goal ${GOALS.ratio}), ${wrong} errors`,
    );
  } finally {
    floor.child.kill('SIGTERM');
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** Starts on the next working days, `step` minutes apart. */
function listStarts(count: number, step: number): string[] {
  const starts: string[] = [];
  const day = new Date();
  day.setUTCHours(9, 0, 0, 0);
  while (starts.length < count) {
    day.setTime(day.getTime() + DAY_MS);
    if (day.getUTCDay() === 0 || day.getUTCDay() === 6) continue;
    for (let minute = 0; minute <= 7 * 60 && starts.length < count; minute += step)
      starts.push(new Date(day.getTime() + minute * MINUTE_MS).toISOString());
  }
  return starts;
}

const toBooking = (username: string, startsAt: string, eventType = '30-min') => ({
  username,
  eventType,
  startsAt,
  timeZone: 'UTC',
  name: 'Bench',
  email: 'bench@example.com',
});

async function rate<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<number>,
): Promise<{ perSecond: number; statuses: number[] }> {
  const statuses: number[] = [];
  const since = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < items.length) statuses.push(await send(items[next++] as Item));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { perSecond: (items.length / (performance.now() - since)) * 1_000, statuses };
}

const agent = new Agent({ keepAlive: true });

function post(address: string, target: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(target, address),
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    outgoing.once('error', reject).end(JSON.stringify(body));
  });
}

async function attemptTogether(servers: readonly ServerProcess[], pool: Pool): Promise<void> {
  const [first] = servers as [ServerProcess, ...ServerProcess[]];
  const host = await createHost(first, pool);
  const made = await fetch(`${first.address}/api/event-types`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      slug: 'talk',
      title: 'Talk',
      durations: [30],
      stepMinutes: 5,
      minimumNoticeMinutes: 0,
    }),
  });
  if (!made.ok) throw new Error(await made.text());
  const choices = listStarts(200, 5);
  const attempts = Array.from(
    { length: ATTEMPTS },
    (_, at) => choices[(at * 7_919) % choices.length] as string,
  );
  const since = performance.now();
  let refused = 0;
  // A server with too many requests returns 503 and asks to try again in a second.
  const attempt = async (startsAt: string, at: number): Promise<number> => {
    const { address } = servers[at % servers.length] as ServerProcess;
    const status = await post(address, '/api/booking/create', toBooking(host.username, startsAt, 'talk'));
    if (status !== 503) return status;
    refused += 1;
    await sleep(1_000);
    return attempt(startsAt, at);
  };
  const statuses = await Promise.all(attempts.map(attempt));
  const seconds = (performance.now() - since) / 1_000;
  const { rows } = await pool.query<{ starts_at: Date; ends_at: Date }>(
    `select starts_at, ends_at from bookings where user_id = $1 and status = 'CONFIRMED' order by starts_at`,
    [host.userId],
  );
  const booked = rows.map(({ starts_at, ends_at }) => [starts_at.getTime(), ends_at.getTime()] as const);
  const overlaps = booked.filter(([start], at) => at > 0 && start < (booked[at - 1]?.[1] ?? 0)).length;
  const missed = choices.filter((text) => {
    const start = Date.parse(text);
    return !booked.some(([from, to]) => from < start + 30 * MINUTE_MS && to > start);
  }).length;
  const counts = Map.groupBy(statuses, (status) => status);
  console.log(`${ATTEMPTS} attempts at ${choices.length} overlapping slots over ${servers.length} processes`);
  console.log(
    `  ${[...counts].map(([status, all]) => `${all.length} x ${status}`).join(', ')}; ${booked.length} bookings in ${seconds.toFixed(1)} s, ${refused} times asked to come back`,
  );
  console.log(`  ${overlaps} overlaps, ${missed} slots that could still have been booked`);
  if (overlaps > 0 || missed > 0 || counts.get(201)?.length !== booked.length)
    throw new Error('Slots were sold twice or lost.');
}
