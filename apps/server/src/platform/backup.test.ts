import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { openTestServer } from '#test/server.ts';
import { loadTables, openBackup, writeBackup } from './backup.ts';
import { openDatabase } from './db.ts';
import { migrate } from './migrate.ts';

const server = await openTestServer();
const folder = mkdtempSync(path.join(os.tmpdir(), 'dayloom-backup-'));
const dataDir = path.join(folder, 'data');
const takenAt = new Date('2026-11-16T08:00:00Z');
const template = inject('postgresUrl');
const copies: string[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await query('postgres', ...copies.map((name) => `drop database ${name} with (force)`));
});

const toUrl = (database: string) => template.replace(/[^/]+$/, database);

async function query(database: string, ...statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: toUrl(database) });
  await client.connect();
  let rows: Record<string, string>[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}

/** A database as the migrations leave it, or one without tables. */
async function createDatabase(from: 'dayloom' | 'template0' = 'dayloom'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query('postgres', `create database ${name} template ${from} strategy file_copy`);
  copies.push(name);
  return name;
}

/** Every row of every table. The times at which the migrations ran differ. */
async function readAll(database: string): Promise<Record<string, unknown>> {
  const tables = await query(
    database,
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'`,
  );
  const columns = tables.map(
    ({ name }) => `(select json_agg(t::text order by t::text) from "${name}" t) as "${name}"`,
  );
  const [all] = await query(database, `select ${columns.join(', ')}`);
  return all ?? {};
}

const user = await server.signUp({ firstName: 'Zoë', lastName: '\\N "quoted"', timeZone: 'Europe/Berlin' });
await user.call('POST', '/api/tasks', {
  title: 'Back\\slash, \\. and 🎈',
  notes: 'two\nlines\tand a tab',
  durationMinutes: 60,
});
await user.call('POST', '/api/events', {
  title: 'Meeting',
  startsAt: '2026-11-17T09:00:00Z',
  endsAt: '2026-11-17T10:00:00Z',
  recurrenceRule: 'FREQ=WEEKLY;COUNT=3',
});
const { proposal } = (await user.call('POST', '/api/plan/proposals', {})).body;
await user.call('POST', `/api/plan/proposals/${proposal._id}/accept`);
const inTheEvening = { startAfter: new Date('2026-11-16T18:00:00Z'), key: user.profile._id };
await server.app.platform.jobs.enqueue('planning.check', { userId: user.profile._id }, inTheEvening);
const { rows: own } = await sql<{ name: string }>`select current_database() as name`.execute(
  server.app.platform.db,
);
const database = own[0]?.name ?? '';
mkdirSync(path.join(dataDir, 'files'), { recursive: true });
writeFileSync(path.join(dataDir, 'files', 'photo.webp'), Buffer.from([0, 255, 10]));
writeFileSync(path.join(dataDir, 'data-key'), 'secret', { mode: 0o600 });

const backUp = (name: string) =>
  writeBackup({ url: toUrl(database), dataDir, takenAt }, path.join(folder, name));
const load = (target: string, name: string) =>
  loadTables(toUrl(target), path.join(folder, name), openBackup(path.join(folder, name)));

it('keeps every row of every table, the waiting jobs and the files', async () => {
  const summary = await backUp('whole');
  const copy = await createDatabase();
  expect(await load(copy, 'whole')).toEqual(summary);
  const all = await readAll(database);
  expect(all['tasks']).toHaveLength(1);
  expect(await readAll(copy)).toEqual(all);
  expect(openBackup(path.join(folder, 'whole')).jobs).toContainEqual({
    name: 'planning.check',
    data: { userId: user.profile._id },
    key: user.profile._id,
    startAfter: '2026-11-16T18:00:00.000Z',
  });
  expect(readFileSync(path.join(folder, 'whole', 'files', 'photo.webp'))).toEqual(Buffer.from([0, 255, 10]));
  expect(readFileSync(path.join(folder, 'whole', 'data-key'), 'utf8')).toBe('secret');
});

it('is one moment, while people go on working', async () => {
  const add = () => user.call('POST', '/api/tasks', { title: 'One more' });
  await add();
  const done = new AbortController();
  const working = (async () => {
    while (!done.signal.aborted) await add();
  })();
  await backUp('busy');
  done.abort();
  await working;
  const copy = await createDatabase();
  await load(copy, 'busy');
  // Each task is written in one transaction with its command.
  const [counts] = await query(
    copy,
    `select (select count(*) from tasks)::text as tasks,
      (select count(*) from commands where kind = 'task.create')::text as commands`,
  );
  expect(Number(counts?.['tasks'])).toBeGreaterThan(1);
  expect(counts?.['tasks']).toBe(counts?.['commands']);
});

it('is restored at the migration of its version, and brought up to date', async () => {
  const [old, copy] = [await createDatabase('template0'), await createDatabase('template0')];
  const migrateTo = async (name: string, to?: string) => {
    const opened = openDatabase(toUrl(name), 1);
    await migrate(opened.db, to);
    await opened.close();
  };
  for (const name of [old, copy]) await migrateTo(name, '0003_tasks');
  await query(
    old,
    `insert into users (id, canonical_id, first_name, last_name, email, is_email_verified, username, referral_code,
      time_zone, hours, preferences, created_at, updated_at)
    values (gen_random_uuid(), 'old', 'Ada', 'Old', 'ada@example.org', true, 'ada', 'ADA', 'UTC', '{}', '{}', now(), now())`,
  );
  const at = path.join(folder, 'old');
  await writeBackup({ url: toUrl(old), dataDir, takenAt }, at);
  expect(openBackup(at).manifest.migration).toBe('0003_tasks');
  await load(copy, 'old');
  const all = await readAll(old);
  expect(all['users']).toHaveLength(1);
  expect(await readAll(copy)).toEqual(all);
  await migrateTo(copy);
  expect((await readAll(copy))['users']).toHaveLength(1);
});

it('refuses a folder that exists, and one that is not a backup', async () => {
  await expect(backUp('whole')).rejects.toThrow('already exists');
  expect(() => openBackup(dataDir)).toThrow('is not a backup');
  expect(existsSync(path.join(folder, 'whole.partial'))).toBe(false);
});

it('loads nothing of a damaged backup', async () => {
  await backUp('damaged');
  const file = path.join(folder, 'damaged', 'tables', 'users.copy.gz');
  truncateSync(file, readFileSync(file).length - 12);
  const copy = await createDatabase();
  const before = await readAll(copy);
  await expect(load(copy, 'damaged')).rejects.toThrow('The backup of users is damaged');
  expect(await readAll(copy)).toEqual(before);
});
