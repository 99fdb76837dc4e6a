import { type Kysely, sql } from 'kysely';

/** The proposal that the last answer by text message offered: a second 3 accepts it, and no other one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reminder_users add column offered_plan uuid`.execute(db);
}
