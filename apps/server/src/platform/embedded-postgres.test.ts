import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../test/eventually.ts';
import { openDatabase } from './db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-postgres-'));
const reports: string[] = [];
const postgres = await startEmbeddedPostgres(folder, { report: (line) => reports.push(line) });
const database = openDatabase(postgres.url, 4);
const { db } = database;
await sql`create table acknowledged (number int primary key)`.execute(db);

afterAll(async () => {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pidFile = path.join(folder, 'postgres/postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
const count = async () => {
  const { rows } = await sql<{ numbers: number[] }>`
    select coalesce(array_agg(number), '{}') as numbers from acknowledged`.execute(db);
  return new Set(rows[0]?.numbers);
};

/** Writes numbers one after another while `trouble` runs. Returns the acknowledged ones. */
async function writeDuring(from: number, trouble: () => Promise<void>): Promise<number[]> {
  const acknowledged: number[] = [];
  const over = new AbortController();
  let next = from;
  const writer = async () => {
    while (!over.signal.aborted) {
      const number = next++;
      await sql`insert into acknowledged values (${number})`.execute(db).then(
        () => acknowledged.push(number),
        // A refused connection fails at once, so let the event loop run before the next try.
        () => new Promise(setImmediate),
      );
    }
  };
  const writers = Array.from({ length: 4 }, writer);
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(50));
  await trouble();
  const before = acknowledged.length;
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 50));
  over.abort();
  await Promise.all(writers);
  return acknowledged;
}

describe('an embedded PostgreSQL', () => {
  it('restarts after kill -9, at the same address and with every acknowledged write', async () => {
    for (let round = 1; round <= 3; round++) {
      const killed = postmaster();
      const acknowledged = await writeDuring(round * 1_000_000, async () => {
        process.kill(killed, 'SIGKILL');
        await eventually(() => {
          expect(existsSync(pidFile) && postmaster()).not.toBe(killed);
        });
      });
      const saved = await count();
      expect(acknowledged.filter((number) => !saved.has(number))).toEqual([]);
      // The writers may be back before the supervisor's own check, and it reports a second kill before
      // that check together with the first.
      await eventually(() => {
        expect(reports.filter((line) => line.includes('started again'))).toHaveLength(round);
      });
    }
  });

  it('recovers when one of its processes is killed', async () => {
    const before = postmaster();
    const acknowledged = await writeDuring(10_000_000, async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    });
    const saved = await count();
    expect(acknowledged.filter((number) => !saved.has(number))).toEqual([]);
    expect(postmaster()).toBe(before);
  });

  it('stays stopped after a stop', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'dayloom-postgres-'));
    const stopped: string[] = [];
    const second = await startEmbeddedPostgres(other, { report: (line) => stopped.push(line) });
    await second.stop();
    expect(readdirSync(path.join(other, 'postgres'))).not.toContain('postmaster.pid');
    expect(stopped).toEqual([]);
    rmSync(other, { recursive: true, force: true });
  });

  it('stays stopped if the stop comes during a restart', async () => {
    const other = mkdtempSync(path.join(os.tmpdir(), 'dayloom-postgres-'));
    const second = await startEmbeddedPostgres(other, { report: () => {} });
    const file = path.join(other, 'postgres/postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    await second.stop();
    await expect(openDatabase(second.url, 2).pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    rmSync(other, { recursive: true, force: true });
  });
});

describe('its address', () => {
  it('is a Unix socket in its folder, which only its user may enter', () => {
    const { hostname, port } = new URL(postgres.url);
    const socketFolder = path.join(folder, 'postgres');
    expect(decodeURIComponent(hostname)).toBe(socketFolder);
    expect(statSync(path.join(socketFolder, `.s.PGSQL.${port}`)).isSocket()).toBe(true);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  });

  it('is a port of 127.0.0.1 where the path is too long for a socket', async () => {
    const long = path.join(folder, 'a-folder-with-a-long-name'.repeat(4));
    const other = await startEmbeddedPostgres(long);
    const remote = openDatabase(other.url, 1);
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(remote.db);
    await remote.close();
    await other.stop();
    expect(rows).toEqual([{ one: 1 }]);
    expect(new URL(other.url).hostname).toBe('127.0.0.1');
  });
});
