import { type Kysely, sql } from 'kysely';

/** The locale of the user's browser (BCP 47), which decides between 12 and 24 hours in mails and notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column locale text`.execute(db);
}
