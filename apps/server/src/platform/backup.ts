import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';

/**
 * A backup is a folder:
 *
 * - `manifest.json`: when it was taken, the newest migration, and each table with its columns and number of rows;
 * - `tables/NAME.copy.gz`: the rows in the text format of PostgreSQL's COPY;
 * - `jobs.jsonl`: the jobs that wait or run, one in a line;
 * - `files/` and `data-key`, as in the data folder.
 */
const Manifest = z.object({
  format: z.literal('dayloom-backup/1'),
  takenAt: z.iso.datetime(),
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  jobs: z.int(),
});
type Manifest = z.infer<typeof Manifest>;

const WaitingJob = z.object({
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  key: z.string().nullable(),
  startAfter: z.iso.datetime(),
});
export type WaitingJob = z.infer<typeof WaitingJob>;

/** Not restored row by row: the migrator's own tables. The job queue has a schema of its own. */
const OWN_TABLES = `
  select c.relname as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_migration%'
  order by c.relname`;

const WAITING_JOBS = `
  select name, data, singleton_key as key, start_after as "startAfter" from pgboss.job
  where state in ('created', 'retry', 'active') and name <> 'dead' and name not like '\\_\\_%'
  order by created_on, id`;

const TABLES = 'tables';
const MANIFEST = 'manifest.json';
const JOBS = 'jobs.jsonl';
/** Next to the database, in the data folder. */
const KEPT_FILES = ['files', 'data-key'];

const toFile = (folder: string, table: string) => path.join(folder, TABLES, `${table}.copy.gz`);
const quote = (name: string) => pg.escapeIdentifier(name);

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
}

/**
 * Writes a backup of the database at `url` and of the files of `dataDir` to `folder`, which must not exist. All
 * tables are read in one snapshot while the server may go on writing. An interrupted backup leaves only
 * `folder.partial`.
 */
export async function writeBackup(
  { url, dataDir, takenAt }: { url: string; dataDir: string; takenAt: Date },
  folder: string,
): Promise<BackupSummary> {
  if (existsSync(folder))
    throw new Error(`'${folder}' already exists. Choose another folder for the backup.`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  // It holds everybody's data.
  mkdirSync(path.join(partial, TABLES), { recursive: true, mode: 0o700 });
  const manifest = await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of (await client.query<{ name: string; columns: string[] }>(OWN_TABLES))
      .rows)
      tables.push({ name, columns, rows: await readTable(client, name, columns, toFile(partial, name)) });
    const jobs = await readJobs(client);
    writeFileSync(path.join(partial, JOBS), jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
    return {
      format: 'dayloom-backup/1' as const,
      takenAt: takenAt.toISOString(),
      migration: await readMigration(client),
      tables,
      sequences: await readSequences(client),
      jobs: jobs.length,
    };
  });
  // After the snapshot: a file that a row names exists already.
  for (const name of KEPT_FILES)
    if (existsSync(path.join(dataDir, name)))
      cpSync(path.join(dataDir, name), path.join(partial, name), {
        recursive: true,
        preserveTimestamps: true,
      });
  writeFileSync(path.join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(partial, folder);
  return summarise(manifest);
}

export interface Backup {
  readonly manifest: Manifest;
  readonly jobs: readonly WaitingJob[];
}

/** Reads the manifest of a backup. Throws a sentence for people if the folder is not a complete backup. */
export function openBackup(folder: string): Backup {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw new Error(`'${folder}' is not a backup: it has no ${MANIFEST}.`);
  try {
    const manifest = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
    const lines = readFileSync(path.join(folder, JOBS), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    if (lines.length !== manifest.jobs)
      throw new Error(`${JOBS} has ${lines.length} of ${manifest.jobs} jobs.`);
    return { manifest, jobs: lines.map((line) => WaitingJob.parse(JSON.parse(line))) };
  } catch (cause) {
    throw new Error(`The backup in '${folder}' cannot be read.`, { cause });
  }
}

/**
 * Loads the tables of a backup into a database that is at the backup's migration, in place of the rows that the
 * migrations put there. All or nothing. The user of the database must be a superuser, because triggers and foreign
 * keys must not act on rows that are complete already.
 */
export async function loadTables(url: string, folder: string, { manifest }: Backup): Promise<BackupSummary> {
  await withClient(url, async (client) => {
    await client.query('begin');
    const names = new Set((await client.query<{ name: string }>(OWN_TABLES)).rows.map(({ name }) => name));
    const unknown = manifest.tables.find(({ name }) => !names.has(name));
    if (unknown) throw new Error(`The backup has a table that this version does not know: ${unknown.name}.`);
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${[...names].map(quote).join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, table, toFile(folder, table.name));
    for (const { name, lastValue, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [quote(name), lastValue, isCalled]);
    await client.query('commit');
  });
  return summarise(manifest);
}

/** Copies the files of a backup into a data folder. `skipKey`: the data key is a setting. */
export function copyFiles(folder: string, dataDir: string, { skipKey }: { skipKey: boolean }): void {
  for (const name of KEPT_FILES) {
    if (!existsSync(path.join(folder, name)) || (skipKey && name === 'data-key')) continue;
    cpSync(path.join(folder, name), path.join(dataDir, name), { recursive: true, preserveTimestamps: true });
  }
}

const summarise = ({ tables, jobs }: Manifest): BackupSummary => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  jobs,
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'dayloom-backup' });
  // The running statement rejects. Without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function readTable(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  file: string,
): Promise<number> {
  const rows = client.query(copyTo(`copy ${quote(table)} (${columns.map(quote).join(', ')}) to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(file, { mode: 0o600 }));
  return rows.rowCount;
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  file: string,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), target).catch((cause: unknown) => {
    throw new Error(`The backup of ${name} is damaged.`, { cause });
  });
  if (target.rowCount !== rows)
    throw new Error(`The backup of ${name} is damaged: it has ${target.rowCount} of ${rows} rows.`);
}

async function readMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration');
  return rows[0]?.name ?? '';
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quote(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

async function readJobs(client: pg.Client): Promise<WaitingJob[]> {
  const found = await client.query<{ has: boolean }>(`select to_regclass('pgboss.job') is not null as has`);
  if (!found.rows[0]?.has) return [];
  const { rows } = await client.query<{
    name: string;
    data: object | null;
    key: string | null;
    startAfter: Date;
  }>(WAITING_JOBS);
  return rows.map((row) => ({
    ...row,
    data: { ...row.data },
    startAfter: row.startAfter.toISOString(),
  }));
}
