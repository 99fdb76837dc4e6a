import { type Kysely, sql } from 'kysely';

/** The parts of a subscribed file that could not be read as they should, to be shown to its reader. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calendar_syncs
      add column problem_count integer not null default 0,
      add column first_problem text;
  `.execute(db);
}
