import { type Kysely, sql } from 'kysely';

/** What each calendar's sync did in the last day, for its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sync_history (
      user_id uuid not null,
      id uuid not null,
      calendar_id uuid not null,
      -- What follows soon after goes into the same row.
      began_at timestamptz not null,
      happened_at timestamptz not null,
      -- How many events, by what happened to them.
      counts jsonb not null default '{}',
      -- The first successful sync run after failures.
      is_recovery boolean not null default false,
      failure_kind text,
      failure_message text,
      -- Changes that were not sent when it failed.
      waiting integer not null default 0,
      constraint sync_history_key primary key (user_id, id),
      constraint sync_history_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );
    create index sync_history_latest on sync_history (user_id, happened_at desc);
    create index sync_history_of_calendar on sync_history (user_id, calendar_id, began_at desc);
    create index sync_history_age on sync_history (happened_at);
  `.execute(db);
}
