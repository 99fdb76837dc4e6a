import { type Kysely, sql } from 'kysely';

/** Calendars, their events in the terms of iCalendar, and the index of expanded occurrences. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendars (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      name text not null,
      color text not null,
      kind text not null constraint calendars_kind check (kind in ('dayloom', 'imported')),
      is_visible boolean not null default true,
      blocks_time boolean not null default true,
      version integer not null default 1,
      created_at timestamptz not null,
      constraint calendars_key primary key (user_id, id)
    );
    create unique index calendars_one_built_in on calendars (user_id) where kind = 'dayloom';

    create table events (
      user_id uuid not null,
      id uuid not null,
      calendar_id uuid not null,
      uid text not null,
      -- Set on an override: the start that the rule gave the instance (RFC 5545 RECURRENCE-ID).
      recurrence_id text,
      sequence integer not null default 0,
      title text not null,
      description text not null,
      location text not null,
      status text not null constraint events_status check (status in ('confirmed', 'tentative', 'cancelled')),
      is_busy boolean not null,
      is_all_day boolean not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      -- What the calendar says, in local time: the zone's rules may change, the appointment does not.
      start_local text not null,
      end_local text not null,
      -- null: floating, resolved in the home zone.
      time_zone text,
      recurrence jsonb,
      -- The last instant at which the rule can still yield something; null for endless or single events.
      recurs_until timestamptz,
      details jsonb not null default '{}',
      source text,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint events_key primary key (user_id, id),
      constraint events_calendar foreign key (user_id, calendar_id) references calendars on delete cascade,
      constraint events_order check (ends_at >= starts_at),
      constraint events_identity unique nulls not distinct (user_id, calendar_id, uid, recurrence_id)
    );
    create index events_recurring on events (user_id) where recurrence is not null;

    create table occurrences (
      user_id uuid not null,
      event_id uuid not null,
      -- '' for a single event, else the start that the rule gave the instance.
      recurrence_id text not null,
      calendar_id uuid not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      is_busy boolean not null,
      constraint occurrences_key primary key (user_id, event_id, recurrence_id),
      constraint occurrences_event foreign key (user_id, event_id) references events on delete cascade
    );
    create index occurrences_range on occurrences (user_id, ends_at, starts_at);

    -- How far the occurrences of recurring events are expanded, for each user.
    create table occurrence_windows (
      user_id uuid primary key references users on delete cascade,
      expanded_from timestamptz not null,
      expanded_to timestamptz not null
    );
  `.execute(db);
}
