import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from './test/eventually.ts';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'main.ts');
const FOLLOW_PARENT = fileURLToPath(new URL('../../../scripts/follow-parent.mjs', import.meta.url));
/** Starts the server as a child process, like npm and the bootstrap, and waits for it. */
const PARENT = [
  '-e',
  `const env = { ...process.env };
  if (env.DAYLOOM_PARENT_PID) env.DAYLOOM_PARENT_PID = String(process.pid);
  const entry = ${JSON.stringify(FOLLOW_PARENT)};
  const main = ${JSON.stringify(MAIN)};
  const server = ['--import', entry, '--import', 'data:text/javascript,console.log("server",process.pid)', main];
  // Some shells stay between npm and what it runs.
  const shell = ['-c', process.execPath + " " + server.map((part) => "'" + part + "'").join(' ') + '; exit $?'];
  const [file, args] = process.argv[1] === 'shell' ? ['sh', shell] : [process.execPath, server];
  require('node:child_process').spawn(file, args, { env, stdio: 'inherit' });`,
];
/** After a crash PostgreSQL flushes its whole folder to the disk before it accepts connections. */
const SLOW_DISK_MS = 80_000;
/** Headers of a form whose body is on its way. The server answers them with 100 Continue once it has begun the request. */
const UNFINISHED = {
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': '20',
  expect: '100-continue',
};
const running = new Set<ChildProcess>();
const folders: string[] = [];

interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** Waits for the address that the server prints. */
  ready(): Promise<string>;
  ended(): Promise<number | null>;
}

function start(environment: Record<string, string>, args: readonly string[] = [MAIN]): Run {
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return {
    child,
    output: () => output,
    async ready() {
      for (;;) {
        const address = /is ready at (\S+)/.exec(output)?.[1];
        if (address) return address;
        if (child.exitCode !== null) throw new Error(`The server ended: ${output}`);
        await sleep(20);
      }
    },
    ended: () => exit,
  };
}

function dataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-start-'));
  folders.push(folder);
  return folder;
}

function postgresPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended keeps its id until its parent waits for it.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('starting and stopping', () => {
  it('prints its address and the mode of each integration, and stops cleanly on SIGTERM', async () => {
    const folder = dataDir();
    const server = start({ DATA_DIR: folder });
    const address = await server.ready();
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    expect(server.output()).toMatch(/database +embedded/);
    expect(server.output()).toMatch(/identity +embedded/);
    expect(server.output()).toMatch(/mail +sandbox/);
    const pid = postgresPid(folder);
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('recovers after kill -9 without losing data', async () => {
    const folder = dataDir();
    const first = start({ DATA_DIR: folder });
    const before = await (await fetch(`${await first.ready()}/oidc/jwks`)).json();
    const orphan = postgresPid(folder);
    first.child.kill('SIGKILL');
    await first.ended();
    expect(isAlive(orphan)).toBe(true);
    const second = start({ DATA_DIR: folder });
    const after = await (await fetch(`${await second.ready()}/oidc/jwks`)).json();
    expect(isAlive(orphan)).toBe(false);
    expect(after).toEqual(before);
  });

  it('is backed up while it runs, and restored to an empty folder', {
    timeout: 2 * SLOW_DISK_MS,
  }, async () => {
    const [folder, other, backup] = [dataDir(), dataDir(), path.join(dataDir(), 'backup')];
    const run = async (command: string, environment: Record<string, string>) => {
      const one = start(environment, [path.join(path.dirname(MAIN), command), backup]);
      return { code: await one.ended(), output: one.output() };
    };
    const server = start({ DATA_DIR: folder });
    await server.ready();
    const backedUp = await run('backup.ts', { DATA_DIR: folder });
    expect(backedUp).toEqual({ code: 0, output: expect.stringMatching(/^Backed up \d+ rows of /) });
    expect(await run('restore.ts', { DATA_DIR: folder })).toEqual({
      code: 1,
      output: expect.stringContaining('has data already, which is never overwritten'),
    });
    const rows = /\d+ rows of \d+ tables/.exec(backedUp.output)?.[0];
    expect(await run('restore.ts', { DATA_DIR: other })).toEqual({
      code: 0,
      output: expect.stringContaining(`Restored ${rows}`),
    });
  });

  it('survives the loss of its database, and serves again', { timeout: 4 * SLOW_DISK_MS }, async () => {
    const folder = dataDir();
    const server = start({ DATA_DIR: folder });
    const address = await server.ready();
    const health = async () => (await fetch(`${address}/api/health`)).status;
    for (let round = 0; round < 3; round++) {
      const killed = postgresPid(folder);
      process.kill(killed, 'SIGKILL');
      const served = eventually(async () => {
        expect(postgresPid(folder)).not.toBe(killed);
        expect(await health()).toBe(200);
      }, SLOW_DISK_MS);
      await served.catch((cause: unknown) => {
        throw new Error(readFileSync(path.join(folder, 'postgres.log'), 'utf8').slice(-2_000), { cause });
      });
    }
    expect(server.child.exitCode).toBeNull();
    // PostgreSQL serves before its supervisor has seen that it does.
    await eventually(() => expect(server.output()).toContain('was started again'));
    server.child.kill('SIGTERM');
    expect(await server.ended()).toBe(0);
  });

  it.each([
    ['npm', { npm_lifecycle_event: 'start' }, []],
    ['npm behind a shell', { npm_lifecycle_event: 'start' }, ['shell']],
    ['the bootstrap', { DAYLOOM_PARENT_PID: 'mine' }, []],
  ])('stops cleanly when %s that started it is killed', async (_name, environment, how) => {
    const folder = dataDir();
    const parent = start({ DATA_DIR: folder, ...environment }, [...PARENT, ...how]);
    const address = await parent.ready();
    const server = Number(/server (\d+)/.exec(parent.output())?.[1]);
    const database = postgresPid(folder);
    parent.child.kill('SIGKILL');
    await parent.ended();
    await eventually(() => expect(isAlive(server)).toBe(false));
    expect(isAlive(database)).toBe(false);
    expect(existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false);
    await expect(fetch(`${address}/api/health`)).rejects.toThrow('fetch failed');
    // The process behind the killed one stopped in the same way as after Ctrl-C.
    expect(parent.output()).toContain('SIGTERM: finishing running work');
  });

  it('keeps running without a parent if it was started alone', async () => {
    const parent = start({ DATA_DIR: dataDir() }, PARENT);
    const address = await parent.ready();
    const server = Number(/server (\d+)/.exec(parent.output())?.[1]);
    parent.child.kill('SIGKILL');
    await parent.ended();
    // A process that follows a dead one ends at its first check. By then the server would have made one too.
    const follower = spawn(
      process.execPath,
      ['--import', FOLLOW_PARENT, '-e', 'setInterval(() => {}, 1_000)'],
      {
        env: { DAYLOOM_PARENT_PID: String(parent.child.pid) },
      },
    );
    await once(follower, 'exit');
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    process.kill(server, 'SIGTERM');
    await eventually(() => expect(isAlive(server)).toBe(false));
  });

  it('finishes a running request before it stops', async () => {
    const server = start({ DATA_DIR: dataDir() });
    const address = await server.ready();
    const slow = request(`${address}/oidc/token`, {
      method: 'POST',
      headers: UNFINISHED,
    });
    const answer = once(slow, 'response') as Promise<[IncomingMessage]>;
    await once(slow, 'continue');
    slow.write('grant_type=');
    server.child.kill('SIGTERM');
    await eventually(() => expect(server.output()).toContain('SIGTERM: finishing running work'));
    slow.end('something');
    const [{ statusCode }] = await answer;
    // The request was completed and not aborted: the server refused a client without an id.
    expect(statusCode).toBe(400);
    expect(await server.ended()).toBe(0);
  });

  it('aborts a request that does not end in the grace period, and still stops its database', async () => {
    const folder = dataDir();
    const server = start({ DATA_DIR: folder, SHUTDOWN_GRACE_SECONDS: '1' });
    const endless = request(`${await server.ready()}/oidc/token`, {
      method: 'POST',
      headers: UNFINISHED,
    });
    const cutOff = once(endless, 'error');
    await once(endless, 'continue');
    endless.write('grant_type=');
    const database = postgresPid(folder);
    server.child.kill('SIGTERM');
    await cutOff;
    expect(await server.ended()).toBe(0);
    expect(isAlive(database)).toBe(false);
  });

  it('refuses a folder that another server uses, and does not disturb that one', async () => {
    const folder = dataDir();
    const first = start({ DATA_DIR: folder });
    const address = await first.ready();
    const second = start({ DATA_DIR: folder });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain('set DATA_DIR to another folder');
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
  });

  it('reports a port in use, and how to change it', async () => {
    const blocker = createServer();
    blocker.listen(0, 'localhost');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const server = start({ PORT: String(port), DATA_DIR: dataDir() });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(`Port ${port} is taken`);
    expect(server.output()).toContain(`PORT=${port + 1} npm start`);
    blocker.close();
  });

  it.each([
    [{ PORT: 'many' }, /PORT \('many'\)/],
    [{ DATABASE_URL: 'mysql://u:hunter2@x' }, /DATABASE_URL \(not shown\): must begin with postgres:\/\//],
    [
      { OIDC_ISSUER: 'https://id.example.com' },
      /OIDC_CLIENT_ID \(not set\): is required when OIDC_ISSUER is set/,
    ],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL \('loud'\)/],
  ])('stops at an invalid setting with a message that names it: %o', async (environment, expected) => {
    const server = start(environment);
    expect(await server.ended()).toBe(1);
    expect(server.output()).toMatch(expected);
    expect(server.output()).not.toContain('    at ');
    expect(server.output()).not.toContain('hunter2');
  });
});
