import { type Kysely, sql } from 'kysely';

/** Dates with hours of their own: holidays, a long evening. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column hours_overrides jsonb not null default '[]'`.execute(db);
}
