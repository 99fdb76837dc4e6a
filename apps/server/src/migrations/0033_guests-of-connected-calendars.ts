import { type Kysely, sql } from 'kysely';

/** Guests on CalDAV servers, and who organizes and answers what was synced earlier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether its provider invites guests. False: they are invited by mail. Null: not known yet, or not connected.
    alter table calendars add column invites_guests boolean;
    create index calendars_unasked on calendars (account_id) where account_id is not null and invites_guests is null;
    update calendars set invites_guests = true
      from calendar_accounts as account
      where account.user_id = calendars.user_id and account.id = calendars.account_id
        and account.domain in ('google', 'outlook');
  `.execute(db);
  await readGuestsAgain(db);
}

/** Reads the objects with guests once more: what was stored lacks which of the people is the user. */
export async function readGuestsAgain(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- No provider has this version.
    with unread as (
      update event_links set version = '"read again"' where base::text like '%"attendees"%' returning user_id, calendar_id
    )
    update calendar_syncs set cursor = null, next_at = now()
      from (select distinct user_id, calendar_id from unread) as unread
      where unread.user_id = calendar_syncs.user_id and unread.calendar_id = calendar_syncs.calendar_id;
  `.execute(db);
}
