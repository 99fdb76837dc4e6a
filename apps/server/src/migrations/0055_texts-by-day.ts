import { type Kysely, sql } from 'kysely';

/** The reminders of a day by text message are counted by their rows, because a day is one of the user's home zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index sms_messages_reminders on sms_messages (user_id, created_at) where kind = 'reminder';
    delete from sms_counts where kind = 'reminders';
  `.execute(db);
}
