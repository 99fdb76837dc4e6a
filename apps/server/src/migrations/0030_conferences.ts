import { type Kysely, sql } from 'kysely';

/** Which calendars can make conference links. The list of an account's calendars says so, once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calendars add column conference text
      constraint calendars_conference check (conference in ('google_meet', 'teams'));

    -- Bookings that wait for their link.
    create index bookings_without_link on bookings (created_at)
      where status = 'CONFIRMED' and details ? 'awaitsLink';
  `.execute(db);
}
