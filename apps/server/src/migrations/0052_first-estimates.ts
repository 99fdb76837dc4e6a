import { type Kysely, sql } from 'kysely';

/** The estimate that a task had when work on it began, if it was changed after that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tasks add column first_estimate_minutes integer
      constraint tasks_first_estimate check (first_estimate_minutes > 0);
  `.execute(db);
}
