import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SETTLE_MS = 20_000;
const REPEATS = 3;

interface Start {
  readonly seconds: number;
  readonly server: ChildProcess;
}

/** From the command to the first response. */
async function start(folder: string, environment: Record<string, string | undefined>): Promise<Start> {
  const startedAt = performance.now();
  const server = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let output = '';
  server.stdout.on('data', (chunk) => (output += chunk));
  for (;;) {
    const address = /is ready at (\S+)/.exec(output)?.[1];
    if (address && (await fetch(`${address}/login`)).ok) break;
    if (server.exitCode !== null) throw new Error(`npm start ended: ${output}`);
    await sleep(5);
  }
  return { seconds: (performance.now() - startedAt) / 1000, server };
}

async function stop({ server }: Start): Promise<void> {
  process.kill(-(server.pid ?? 0), 'SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  // npm ends before the server has stopped its database.
  await sleep(2_000);
}

/**
 * Proportional set size (proc(5), smaps_rollup) of the processes whose command line contains the folder, by
 * kind.
 */
function readMemory(folder: string): Record<string, number> {
  const sizes: Record<string, number> = {};
  const postmaster = readFileSync(path.join(folder, '.data/postgres/postmaster.pid'), 'utf8').split('\n')[0];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S/, ''))?.[1];
      const kind =
        pid === postmaster || parent === postmaster
          ? 'PostgreSQL'
          : command.includes(path.join(folder, 'scripts/run.mjs')) ||
              (command.includes('scripts/run.mjs') && readlinkSync(`/proc/${pid}/cwd`) === folder)
            ? 'server'
            : null;
      if (!kind) continue;
      const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      sizes[kind] = (sizes[kind] ?? 0) + Number(pss ?? 0) / 1024;
    } catch {
      // The process ended in the meantime.
    }
  }
  return sizes;
}

/** First start from a fresh clone (with a warm npm cache), second start, and memory at rest. */
export async function run(): Promise<void> {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'dayloom-bench-'));
  const clone = path.join(parent, 'dayloom');
  try {
    spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone], { stdio: 'inherit' });
    const environment = { PORT: '0', DATA_DIR: undefined, DATABASE_URL: undefined };
    const bare: number[] = [];
    for (let i = 0; i < REPEATS; i++) {
      const startedAt = performance.now();
      spawnSync(process.execPath, ['-e', '0']);
      bare.push((performance.now() - startedAt) / 1000);
    }
    const yardstick = bare.sort((a, b) => a - b)[1] ?? 1;
    console.log(`yardstick: starting Node itself takes ${yardstick.toFixed(3)} s`);

    const first = await start(clone, environment);
    console.log(`first start (npm ci from a warm cache, build, new database): ${first.seconds.toFixed(1)} s`);
    await stop(first);

    const seconds: number[] = [];
    for (let i = 0; i < REPEATS; i++) {
      const again = await start(clone, environment);
      seconds.push(again.seconds);
      if (i === REPEATS - 1 && existsSync('/proc/self/smaps_rollup')) {
        await sleep(SETTLE_MS);
        const memory = readMemory(clone);
        const total = Object.values(memory).reduce((sum, size) => sum + size, 0);
        const parts = Object.entries(memory).map(([kind, size]) => `${kind} ${size.toFixed(0)} MB`);
        console.log(
          `at rest (proportional set size): ${total.toFixed(0)} MB (${parts.join(', ')}); goal under 250 MB`,
        );
      }
      await stop(again);
    }
    const median = seconds.sort((a, b) => a - b)[1] ?? 0;
    console.log(
      `second start to the first answered request: ${median.toFixed(2)} s, ${(median / yardstick).toFixed(0)} x the yardstick; goal under 3 s`,
    );
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
