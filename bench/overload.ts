import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { makeFolder, signUp, startFloor, startServer } from './server-process.ts';

const CONNECTIONS = 1_000;
const CLOSED_LOOP = 16;
const SECONDS = 6;
const TICK_MS = 10;
const HEALTH_EVERY_MS = 250;
const FACTORS = [1, 2, 5, 10];
const FLOOR = path.join(path.dirname(fileURLToPath(import.meta.url)), 'overload-floor.ts');

interface Target {
  readonly name: string;
  readonly url: URL;
  readonly health: URL;
  readonly headers: Record<string, string>;
}

interface Load {
  /** Requests answered successfully. */
  readonly goodput: number;
  readonly refused: number;
  readonly failed: number;
  readonly milliseconds: readonly number[];
  readonly healthMilliseconds: readonly number[];
}

interface Reply {
  readonly status: number;
  readonly milliseconds: number;
}

function ask(url: URL, agent: Agent, headers: Record<string, string>): Promise<Reply> {
  const since = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number) => resolve({ status, milliseconds: performance.now() - since });
    request(url, { agent, headers }, (reply) => {
      reply.resume().once('end', () => settle(reply.statusCode ?? 0));
    })
      .once('error', () => settle(0))
      .end();
  });
}

async function answered(target: Target, agent: Agent, replies: Reply[], until: number): Promise<void> {
  const reply = await ask(target.url, agent, target.headers);
  if (performance.now() < until) replies.push(reply);
}

/** At each tick, sends as many requests as `next` returns, over at most `CONNECTIONS` connections. */
async function load(target: Target, next: (underWay: number) => number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const probe = new Agent({ keepAlive: false });
  const replies: Reply[] = [];
  const health: Promise<Reply>[] = [];
  const sent = new Set<Promise<void>>();
  const until = performance.now() + SECONDS * 1000;
  const since = performance.now();
  let probeAt = since;
  while (performance.now() < until) {
    if (performance.now() >= probeAt) {
      health.push(ask(target.health, probe, {}));
      probeAt += HEALTH_EVERY_MS;
    }
    for (let count = next(sent.size); count > 0 && sent.size < CONNECTIONS; count--) {
      const one: Promise<void> = answered(target, agent, replies, until).finally(() => sent.delete(one));
      sent.add(one);
    }
    await sleep(TICK_MS);
  }
  const seconds = (performance.now() - since) / 1000;
  await Promise.all(sent);
  agent.destroy();
  const good = replies.filter(({ status }) => status === 200);
  return {
    goodput: good.length / seconds,
    refused: replies.filter(({ status }) => status === 503).length / seconds,
    failed: replies.filter(({ status }) => status !== 200 && status !== 503).length,
    milliseconds: good.map(({ milliseconds }) => milliseconds),
    healthMilliseconds: (await Promise.all(health)).map(({ milliseconds }) => milliseconds),
  };
}

function percentile(values: readonly number[], share: number): string {
  const value = values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
  return value === undefined ? '-' : value.toFixed(0);
}

function report(label: string, { goodput, refused, failed, milliseconds, healthMilliseconds }: Load): void {
  console.log(
    `  ${label.padEnd(18)} ${goodput.toFixed(0).padStart(6)}/s answered, ${refused.toFixed(0).padStart(6)}/s refused, ${failed} failed; ` +
      `p50 ${percentile(milliseconds, 0.5)} ms, p95 ${percentile(milliseconds, 0.95)} ms, p99 ${percentile(milliseconds, 0.99)} ms; ` +
      `health p95 ${percentile(healthMilliseconds, 0.95)} ms`,
  );
}

interface Figures {
  readonly best: number;
  readonly atTenfold: number;
}

async function measure(target: Target): Promise<Figures> {
  console.log(`${target.name}:`);
  // Twice: the first run warms up the compiler.
  await load(target, (underWay) => CLOSED_LOOP - underWay);
  const calm = await load(target, (underWay) => CLOSED_LOOP - underWay);
  report(`${CLOSED_LOOP} connections`, calm);
  let best = calm.goodput;
  let atTenfold = 0;
  for (const factor of FACTORS) {
    const since = performance.now();
    let sent = 0;
    const figures = await load(target, () => {
      const due = Math.floor(((performance.now() - since) / 1000) * calm.goodput * factor) - sent;
      sent += due;
      return due;
    });
    report(`${factor} x that rate`, figures);
    best = Math.max(best, figures.goodput);
    if (factor === FACTORS.at(-1)) atTenfold = figures.goodput;
  }
  const crowd = await load(target, (underWay) => CONNECTIONS - underWay);
  report(`${CONNECTIONS} connections`, crowd);
  return { best, atTenfold };
}

/**
 * Goodput and latency at up to ten times the sustainable load, compared with bare Fastify and one statement.
 */
export async function run(): Promise<void> {
  const folder = makeFolder();
  const postgres = await startEmbeddedPostgres(folder.path);
  try {
    const port = String(await freePort('localhost'));
    const server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: postgres.url, PORT: port });
    const floor = await startFloor(FLOOR, postgres.url);
    try {
      const authorization = `Bearer ${await signUp(server.address)}`;
      const bare = await measure({
        name: 'bare Fastify, one statement',
        url: new URL(floor.address),
        health: new URL(floor.address),
        headers: {},
      });
      const ours = await measure({
        name: 'GET /api/user/profile',
        url: new URL(`${server.address}/api/user/profile`),
        health: new URL(`${server.address}/api/health`),
        headers: { authorization },
      });
      const share = ({ best, atTenfold }: Figures) => `${((100 * atTenfold) / best).toFixed(0)} %`;
      console.log(
        `goodput at ten times the rate, of the best: ${share(ours)} (goal over 80 %); floor ${share(bare)}`,
      );
      console.log(`best goodput: 1/${(bare.best / ours.best).toFixed(1)} of the floor`);
    } finally {
      floor.child.kill('SIGTERM');
      await server.stop();
    }
  } finally {
    await postgres.stop();
    folder.remove();
  }
}
