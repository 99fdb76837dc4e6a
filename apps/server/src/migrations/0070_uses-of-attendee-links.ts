import { type Kysely, sql } from 'kysely';

/** How often the short link of an attendee was opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table meeting_attendees add column link_uses integer not null default 0`.execute(db);
}
