import path from 'node:path';
import { writeBackup } from './platform/backup.ts';
import { readConfig } from './platform/config.ts';
import { claimDataDir } from './platform/data-dir-lock.ts';
import { findRunningPostgres, hasCluster, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { toSentence } from './platform/to-sentence.ts';

/** `npm run backup [FOLDER]`: backs up the embedded database, also while the server runs on it. */
async function main(folder: string | undefined): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readConfig({ ...process.env });
  if (DATABASE_URL)
    throw new Error(
      'This command backs up the embedded database. With DATABASE_URL, use pg_dump: docs/operations/running.md shows how.',
    );
  if (!hasCluster(DATA_DIR)) throw new Error(`There is no database in DATA_DIR ('${DATA_DIR}').`);
  const takenAt = new Date();
  const name = `dayloom-backup-${takenAt.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const target = path.resolve(folder ?? name);
  const running = findRunningPostgres(DATA_DIR);
  const release = running === null ? claimDataDir(DATA_DIR) : null;
  const postgres = running === null ? await startEmbeddedPostgres(DATA_DIR) : null;
  try {
    const url = running ?? postgres?.url ?? '';
    const { tables, rows, jobs } = await writeBackup({ url, dataDir: DATA_DIR, takenAt }, target);
    console.log(`Backed up ${rows} rows of ${tables} tables and ${jobs} waiting jobs to ${target}`);
  } finally {
    await postgres?.stop();
    release?.();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(toSentence(error));
  process.exitCode = 1;
}
