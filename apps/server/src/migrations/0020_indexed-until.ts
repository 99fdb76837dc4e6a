import { type Kysely, sql } from 'kysely';

/** Series that repeat too often for the index: it holds them up to this instant, and reads expand the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column indexed_until timestamptz;
    create index events_frequent on events (user_id, indexed_until) where indexed_until is not null;
  `.execute(db);
}
