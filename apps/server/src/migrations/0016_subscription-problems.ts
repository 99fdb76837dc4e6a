import { type Kysely, sql } from 'kysely';

/** What of a subscribed file could not be read as it stands, so that its reader can be told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calendar_syncs
      add column problem_count integer not null default 0,
      add column first_problem text;
  `.execute(db);
}
