import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    origins: string[];
  }
}

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../apps/server/src/main.ts');
const START_TIMEOUT_MS = 60_000;

/** A server for each worker, so that faults requested by one do not affect the others. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Math.max(1, project.config.maxWorkers);
  const servers: Awaited<ReturnType<typeof start>>[] = [];
  // One after the other: two that look for free ports at the same moment may find the same.
  while (servers.length < workers) servers.push(await start());
  project.provide(
    'origins',
    servers.map(({ origin }) => origin),
  );
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
  };
}

/** Starts the real server on the built app, as `npm start` does, with a fresh data folder and cheap password hashes. */
async function start(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-e2e-'));
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMIT_PER_MINUTE: '100000',
      // The tests themselves serve the calendars to subscribe to.
      ALLOW_PRIVATE_ADDRESSES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const origin = await readAddress(server);
  await wakeSandbox(origin);
  return {
    origin,
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sandbox starts on first use, which takes longer than a test's step may when all servers start theirs at once. */
async function wakeSandbox(origin: string): Promise<void> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${origin}/sandbox/messages`)).ok)
    if (Date.now() > giveUpAt) throw new Error('The sandbox did not start.');
}

async function readAddress(server: ChildProcess): Promise<string> {
  let output = '';
  server.stdout?.on('data', (chunk) => (output += chunk));
  server.stderr?.on('data', (chunk) => (output += chunk));
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && server.exitCode === null) {
    const address = /is ready at (\S+)/.exec(output)?.[1];
    if (address) return address;
    await sleep(50);
  }
  throw new Error(`The server did not start: ${output}`);
}
