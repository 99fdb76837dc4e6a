import { type Kysely, sql } from 'kysely';

/** What reminders are made from. A change of it is noted for its user. */
const REMINDED_TABLES = [
  'occurrences',
  'events',
  'calendars',
  'tasks',
  'blocks',
  'bookings',
  'meeting_requests',
  'meeting_attendees',
  'reminder_overrides',
];

/** Reminders, the notifications of the app, and Web Push. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reminder_users (
      user_id uuid not null references users on delete cascade,
      -- Only what differs from the defaults.
      settings jsonb not null default '{}',
      -- The reminders that are due until then have rows. Null: none yet.
      covered_until timestamptz,
      constraint reminder_users_key primary key (user_id)
    );
    create index reminder_users_covered on reminder_users (covered_until);

    -- Reminders of one calendar, event or task in place of the defaults.
    create table reminder_overrides (
      user_id uuid not null references users on delete cascade,
      subject text not null constraint reminder_overrides_subject check (subject in ('calendar', 'event', 'task')),
      subject_id uuid not null,
      reminders jsonb not null,
      constraint reminder_overrides_key primary key (user_id, subject, subject_id)
    );

    create table reminders (
      user_id uuid not null references users on delete cascade,
      id uuid not null default gen_random_uuid(),
      kind text not null,
      subject_id text not null,
      -- The recurrence id, or the date of a daily mail; '' without one.
      occurrence text not null,
      minutes_before integer not null,
      channel text not null constraint reminders_channel check (channel in ('app', 'push', 'email', 'sms')),
      -- When its subject begins or is due.
      starts_at timestamptz not null,
      due_at timestamptz not null,
      -- After it the reminder is of no use.
      useful_until timestamptz not null,
      content jsonb not null,
      state text not null default 'pending'
        constraint reminders_state check (state in ('pending', 'sent', 'dropped')),
      settled_at timestamptz,
      -- Why it was dropped.
      note text,
      constraint reminders_key primary key (user_id, id),
      constraint reminders_once unique (user_id, kind, subject_id, occurrence, minutes_before, channel)
    );
    create index reminders_due on reminders (due_at) where state = 'pending';
    create index reminders_settled on reminders (settled_at) where state <> 'pending';

    -- A row per transaction that changed something, so that a change which commits while the reminders are
    -- made again is not lost.
    create table reminder_changes (
      user_id uuid not null references users on delete cascade,
      transaction xid8 not null default pg_current_xact_id(),
      constraint reminder_changes_key primary key (user_id, transaction)
    );

    -- When due reminders were last looked for: those that became due since then were missed.
    create table reminder_sweeps (
      id boolean not null default true constraint reminder_sweeps_one check (id),
      swept_at timestamptz not null,
      constraint reminder_sweeps_key primary key (id)
    );

    create table notifications (
      user_id uuid not null references users on delete cascade,
      id uuid not null default gen_random_uuid(),
      -- What it is about. A second notification about the same is not stored.
      key text not null,
      kind text not null,
      title text not null,
      text text not null,
      at timestamptz,
      path text not null,
      command_id uuid,
      created_at timestamptz not null,
      read_at timestamptz,
      constraint notifications_key primary key (user_id, id),
      constraint notifications_once unique (user_id, key)
    );
    create index notifications_newest on notifications (user_id, created_at desc);
    create index notifications_old on notifications (created_at);

    create table push_keys (
      id boolean not null default true constraint push_keys_one check (id),
      public_key text not null,
      sealed_private_key text not null,
      created_at timestamptz not null,
      constraint push_keys_key primary key (id)
    );

    create table push_subscriptions (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- A browser has one endpoint for all its users.
      endpoint_hash text not null,
      sealed_subscription text not null,
      created_at timestamptz not null,
      constraint push_subscriptions_key primary key (user_id, id),
      constraint push_subscriptions_endpoint unique (endpoint_hash)
    );

    alter table queued_mails drop constraint queued_mails_channel;
    alter table queued_mails add constraint queued_mails_channel check (channel in ('mail', 'text', 'push'));

    create function note_reminder_change() returns trigger language plpgsql as $$
    begin
      insert into reminder_changes (user_id)
      -- A deleted account's rows are deleted too.
      select distinct changed.user_id from changed join users on users.id = changed.user_id
      on conflict do nothing;
      return null;
    end $$;

    create function note_user_reminder_change() returns trigger language plpgsql as $$
    begin
      insert into reminder_changes (user_id) values (new.id) on conflict do nothing;
      return null;
    end $$;

    create function note_own_reminder_change() returns trigger language plpgsql as $$
    begin
      insert into reminder_changes (user_id) values (new.user_id) on conflict do nothing;
      return null;
    end $$;

    create trigger users_reminders after update on users for each row
      when (
        old.hours is distinct from new.hours
        or old.hours_overrides is distinct from new.hours_overrides
        or old.home_time_zone is distinct from new.home_time_zone
        or old.time_zone is distinct from new.time_zone
        or old.deletes_at is distinct from new.deletes_at
      )
      execute function note_user_reminder_change();
    create trigger reminder_users_insert after insert on reminder_users for each row
      execute function note_own_reminder_change();
    create trigger reminder_users_settings after update of settings on reminder_users for each row
      execute function note_own_reminder_change();
  `.execute(db);
  for (const table of REMINDED_TABLES) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql`
        create trigger ${sql.raw(`${table}_reminders_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
          referencing ${sql.raw(rows)} table as changed
          for each statement execute function note_reminder_change()
      `.execute(db);
    }
  }
  await sql`insert into reminder_changes (user_id) select id from users`.execute(db);
}
