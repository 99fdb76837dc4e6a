import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Events that something else of the same person depends on, such as a booking: their changes are noted.
    create table followed_events (
      user_id uuid not null references users on delete cascade,
      uid text not null,
      -- What depends on the event, and its id.
      kind text not null,
      subject_id uuid not null,
      -- Later than this, changes do not matter any more.
      ends_at timestamptz not null,
      is_changed boolean not null default false,
      -- When the change was seen first.
      noticed_at timestamptz,
      constraint followed_events_key primary key (user_id, uid)
    );
    create index followed_events_changed on followed_events (kind) where is_changed;
    create index followed_events_end on followed_events (ends_at);

    -- A calendar that is removed takes its events with it, which changes nothing about what was agreed on.
    create function note_followed_events() returns trigger language plpgsql as $$
    begin
      update followed_events set is_changed = true
      from changed join calendars on calendars.user_id = changed.user_id and calendars.id = changed.calendar_id
      where followed_events.user_id = changed.user_id and followed_events.uid = changed.uid;
      return null;
    end $$;

    create trigger events_followed_update after update on events referencing old table as changed
      for each statement execute function note_followed_events();
    create trigger events_followed_delete after delete on events referencing old table as changed
      for each statement execute function note_followed_events();

    insert into followed_events (user_id, uid, kind, subject_id, ends_at)
    select bookings.user_id, events.uid, 'booking', bookings.id, bookings.ends_at
    from bookings join events on events.user_id = bookings.user_id and events.id = bookings.event_id
    where bookings.status = 'CONFIRMED'
    on conflict do nothing;
  `.execute(db);
}
