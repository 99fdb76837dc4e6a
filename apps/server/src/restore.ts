import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type AppOptions, buildApp } from './app.ts';
import { type Backup, copyFiles, loadTables, openBackup, type WaitingJob } from './platform/backup.ts';
import { type Config, readConfig } from './platform/config.ts';
import { claimDataDir } from './platform/data-dir-lock.ts';
import { openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { isKnownMigration, migrate } from './platform/migrate.ts';
import { toSentence } from './platform/to-sentence.ts';

/** `npm run restore FOLDER`: makes the database of an empty data folder from a backup. */
async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('Say which backup: npm run restore FOLDER');
  const config = readConfig({ ...process.env });
  if (config.DATABASE_URL)
    throw new Error(
      'This command restores the embedded database. With DATABASE_URL, use pg_restore: docs/operations/running.md shows how.',
    );
  const { DATA_DIR } = config;
  if (existsSync(DATA_DIR) && readdirSync(DATA_DIR).length > 0)
    throw new Error(
      `DATA_DIR ('${DATA_DIR}') has data already, which is never overwritten. Move it away, or set DATA_DIR to a new folder.`,
    );
  const backup = openBackup(folder);
  if (!isKnownMigration(backup.manifest.migration))
    throw new Error(
      `The backup is from a newer version (${backup.manifest.migration}). Update this copy of the project first.`,
    );
  const release = claimDataDir(DATA_DIR);
  try {
    copyFiles(folder, DATA_DIR, { skipKey: config.DATA_KEY !== undefined });
    const postgres = await startEmbeddedPostgres(DATA_DIR);
    try {
      await restore(config, postgres.url, folder, backup);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    // It was empty before, and must not keep half of the data.
    rmSync(DATA_DIR, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

async function restore(config: Config, databaseUrl: string, folder: string, backup: Backup): Promise<void> {
  const database = openDatabase(databaseUrl, 2);
  try {
    await migrate(database.db, backup.manifest.migration);
    const { tables, rows } = await loadTables(databaseUrl, folder, backup);
    await migrate(database.db);
    const jobs = backup.jobs.length > 0 ? await queueJobs({ config, database, databaseUrl }, backup.jobs) : 0;
    console.log(
      `Restored ${rows} rows of ${tables} tables and ${jobs} waiting jobs to ${path.resolve(config.DATA_DIR)}`,
    );
  } finally {
    await database.close();
  }
}

/** Queues the jobs that this version has; returns their number. The app knows how each is queued. */
async function queueJobs(options: AppOptions, waiting: readonly WaitingJob[]): Promise<number> {
  const app = await buildApp(options);
  try {
    const known = new Set(app.jobs.map(({ name }) => name));
    const jobs = waiting.filter(({ name }) => known.has(name));
    for (const { name, data, key, startAfter } of jobs)
      await app.platform.jobs.enqueue(name, data, {
        startAfter: new Date(startAfter),
        ...(key !== null && { key }),
      });
    return jobs.length;
  } finally {
    await app.close();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(toSentence(error));
  process.exitCode = 1;
}
