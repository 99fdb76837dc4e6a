import { type Kysely, sql } from 'kysely';

/** Until when a block was planned whose work was finished earlier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blocks add column planned_until timestamptz`.execute(db);
}
