import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getConstructionPlans } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { makeIdentityKeys } from '../identity/signing-keys.ts';
import { openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const SETTINGS = {
  // A file may open many servers, and several files run at once.
  max_connections: '300',
  // Nothing has to survive a crash of the machine.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would visit the databases of all finished files again and again.
  autovacuum: 'off',
};

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 2 * 1024 ** 3;

/** A file system in memory if there is room: a database is hundreds of small files, which a disk creates slowly. */
function findMemory(): string | null {
  if (!existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > MEMORY_BYTES ? MEMORY : null;
}

/**
 * One PostgreSQL for all feature tests. `dayloom` is cloned for each server. It has what a server creates at
 * its first start: the tables, the queue's schema and the keys of the embedded identity.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(findMemory() ?? os.tmpdir(), 'dayloom-test-'));
  const postgres = await startEmbeddedPostgres(directory, { settings: SETTINGS });
  const { url } = postgres;
  const database = openDatabase(url, 2);
  await migrate(database.db);
  await database.pool.query(getConstructionPlans());
  await makeIdentityKeys(database.db, new Date(0));
  // Each connection computes the hash of the password.
  await database.pool.query(
    `set scram_iterations = 1; alter role dayloom password '${new URL(url).password}'`,
  );
  // PostgreSQL cannot clone a template database that has connections.
  await database.close();
  project.provide('postgresUrl', url);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
