import { type Kysely, sql } from 'kysely';

/** Which finished blocks are work that was recorded for a time without a plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blocks add column is_unplanned boolean not null default false`.execute(db);
}
