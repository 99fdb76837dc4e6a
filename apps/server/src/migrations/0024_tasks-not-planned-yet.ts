import { type Kysely, sql } from 'kysely';

/** How many tasks a proposal leaves for later plans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table proposals add column not_planned_yet integer not null default 0`.execute(db);
}
