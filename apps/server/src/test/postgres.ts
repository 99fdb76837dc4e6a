import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL for all feature tests. `dayloom` is migrated once and cloned for each file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'dayloom-test-'));
  // A file may open many servers, and several files run at once.
  const postgres = await startEmbeddedPostgres(directory, { connections: 300 });
  const database = openDatabase(postgres.url, 2);
  await migrate(database.db);
  // PostgreSQL cannot clone a template database that has connections.
  await database.close();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
