import { type Kysely, sql } from 'kysely';

/** Blocks of later occurrences of a task that repeats, and the dates that its rule leaves out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table blocks add column occurrence_on date;
    alter table tasks add column exception_dates text[] not null default '{}';
  `.execute(db);
}
