import { type Kysely, sql } from 'kysely';

/** How far at most a proposed plan is from the best possible one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A proven lower bound of the cost; null for proposals from before it was worked out.
    alter table proposals add column bound bigint;
  `.execute(db);
}
