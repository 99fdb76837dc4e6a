import { type Kysely, sql } from 'kysely';

/** Work that was recorded asks for a new plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The revision of the plan with the work. A proposal for it or a later one has taken the work into account.
    alter table plan_checks add column worked_revision integer;
  `.execute(db);
}
