import { type Kysely, sql } from 'kysely';

/** Due reminders are taken user by user, so that two workers seldom write rows of the same ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index reminders_due;
    create index reminders_due on reminders (due_at, user_id) where state = 'pending';
  `.execute(db);
}
