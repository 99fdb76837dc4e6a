import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { makeFolder, signUp, startFloor, startServer } from './server-process.ts';

const FLOOR = path.join(path.dirname(fileURLToPath(import.meta.url)), 'server-floor.ts');
const CONNECTIONS = 8;
const WARM_UP = 200;
const REQUESTS = 300;
const ROUNDS = 5;
const TASKS = 100;
/** 13 events a day over 30 days. */
const EVENTS_PER_DAY = 13;
const DAYS = 30;
/** Clock ticks in a second of `/proc/PID/stat` (proc(5), sysconf(_SC_CLK_TCK)). */
const TICKS = 100;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: () => string;
}

interface Case extends Request {
  readonly name: string;
  /** Highest accepted ratio to the floor. */
  readonly goal: number;
}

interface Target {
  readonly origin: string;
  readonly pid: number;
  readonly headers: Record<string, string>;
}

interface Cost {
  /** Wall time for a request, at `CONNECTIONS` at a time, in microseconds. */
  readonly wall: number;
  /** CPU time of the server process for a request, in microseconds. */
  readonly cpu: number;
}

let counter = 0;
const newTask = () =>
  JSON.stringify({ title: `Task ${counter++}`, durationMinutes: 30, dueOn: '2026-12-01' });

function cases(from: string, to: string): Case[] {
  return [
    { name: `GET /api/tasks (${TASKS})`, method: 'GET', path: '/api/tasks?limit=100', goal: 2 },
    {
      name: `GET /api/events (a month of ${EVENTS_PER_DAY * DAYS})`,
      method: 'GET',
      path: `/api/events?from=${from}&to=${to}`,
      goal: 2.5,
    },
    { name: 'POST /api/tasks', method: 'POST', path: '/api/tasks', body: newTask, goal: 4 },
  ];
}

function send(target: Target, { method, path: address, body }: Request, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(address, target.origin),
      { method, agent, headers: { ...target.headers, ...(body && { 'content-type': 'application/json' }) } },
      (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${method} ${address} answered ${reply.statusCode}`));
        reply.resume().once('end', resolve);
      },
    );
    outgoing.once('error', reject).end(body?.());
  });
}

async function sendMany(target: Target, what: Request, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(target, what, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}

/** User and system time of a process, in microseconds. */
function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS;
}

async function measure(target: Target, what: Request): Promise<Cost> {
  const [cpuBefore, since] = [readCpu(target.pid), performance.now()];
  await sendMany(target, what, REQUESTS);
  return {
    wall: ((performance.now() - since) * 1_000) / REQUESTS,
    cpu: (readCpu(target.pid) - cpuBefore) / REQUESTS,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function compare(floor: Target, ours: Target, each: Case): Promise<void> {
  await sendMany(floor, each, WARM_UP);
  await sendMany(ours, each, WARM_UP);
  const rounds: { floor: Cost; ours: Cost }[] = [];
  // In turns, so that other load on the machine meets both.
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ floor: await measure(floor, each), ours: await measure(ours, each) });
  const micro = (pick: (round: { floor: Cost; ours: Cost }) => number) => median(rounds.map(pick)).toFixed(0);
  const cpu = median(rounds.map((round) => round.ours.cpu / round.floor.cpu));
  const wall = median(rounds.map((round) => round.ours.wall / round.floor.wall));
  console.log(
    `${each.name}: ${wall.toFixed(1)} x the floor (goal ${each.goal}), ${cpu.toFixed(1)} x its CPU; ` +
      `${micro(({ ours: { wall: time } }) => time)} and ${micro(({ floor: { wall: time } }) => time)} us, ` +
      `CPU ${micro(({ ours: { cpu: time } }) => time)} and ${micro(({ floor: { cpu: time } }) => time)} us`,
  );
}

async function fill(target: Target, agent: Agent): Promise<{ from: string; to: string }> {
  for (let index = 0; index < TASKS; index += 1)
    await send(target, { method: 'POST', path: '/api/tasks', body: newTask }, agent);
  const begin = new Date();
  begin.setUTCHours(0, 0, 0, 0);
  const dayMs = DAY_MS;
  for (let day = 0; day < DAYS; day += 1)
    for (let index = 0; index < EVENTS_PER_DAY; index += 1) {
      const start = begin.getTime() + day * dayMs + (7 + index) * HOUR_MS;
      const body = JSON.stringify({
        title: `Meeting ${day}.${index}`,
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 1_800_000).toISOString(),
      });
      await send(target, { method: 'POST', path: '/api/events', body: () => body }, agent);
    }
  return { from: begin.toISOString(), to: new Date(begin.getTime() + DAYS * dayMs).toISOString() };
}

/** What a request costs, compared with bare Fastify and one statement that reads or writes the same rows. */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const postgres = await startEmbeddedPostgres(folder.path);
  try {
    const port = String(await freePort('localhost'));
    const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: postgres.url, PORT: port });
    const authorization = `Bearer ${await signUp(server.address)}`;
    const ours = { origin: server.address, pid: server.child.pid ?? 0, headers: { authorization } };
    const profile = await fetch(`${server.address}/api/user/profile`, { headers: { authorization } });
    const { user } = (await profile.json()) as { user: { _id: string } };
    const { from, to } = await fill(ours, new Agent({ keepAlive: true }));
    const floor = await startFloor(FLOOR, postgres.url, user._id);
    try {
      const bare = { origin: floor.address, pid: floor.child.pid ?? 0, headers: {} };
      for (const each of cases(from, to)) await compare(bare, ours, each);
    } finally {
      floor.child.kill('SIGTERM');
      await server.stop();
    }
  } finally {
    await postgres.stop();
    folder.remove();
  }
}
