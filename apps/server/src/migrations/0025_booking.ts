import { type Kysely, sql } from 'kysely';

/** Tables whose rows decide when somebody can be booked. */
const AVAILABILITY_TABLES = [
  'occurrences',
  'events',
  'calendars',
  'tasks',
  'blocks',
  'booking_pages',
  'event_types',
  'bookings',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Exclusion over a uuid and a range (a trusted extension: the owner of the database may create it).
    create extension if not exists btree_gist;

    -- A row exists once somebody's booking page was read; then the first event types were made.
    create table booking_pages (
      user_id uuid not null references users on delete cascade,
      allows_shared_links boolean not null default true,
      created_at timestamptz not null,
      constraint booking_pages_key primary key (user_id)
    );

    create table event_types (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      slug text not null,
      position integer not null,
      -- The fields of the contract.
      fields jsonb not null,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint event_types_key primary key (user_id, id),
      constraint event_types_slug unique (user_id, slug) deferrable initially immediate
    );

    -- One row for each host of a booking; the rows of one booking have the same id.
    create table bookings (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      status text not null
        constraint bookings_status check (status in ('HELD', 'PENDING', 'CONFIRMED', 'CANCELLED')),
      event_type_id uuid not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      -- The time with its buffers, which nothing else of the host may touch.
      blocked tstzrange not null,
      -- Of a held slot.
      hold_expires_at timestamptz,
      -- Who holds it: a keyed hash of the network address.
      holder text,
      title text not null default '',
      name text not null default '',
      email text not null default '',
      -- The answers to the form.
      details jsonb not null default '{}',
      -- SHA-256 of the capability link's token.
      token_hash text,
      sealed_token text,
      idempotency_key text,
      request_hash text,
      -- SHA-256 of the code that confirms the address, while that is waited for.
      email_code_hash text,
      -- The event in the host's calendar.
      event_id uuid,
      -- Of the invitation (RFC 5545, SEQUENCE).
      sequence integer not null default 0,
      is_no_show boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint bookings_key primary key (user_id, id),
      constraint bookings_idempotency unique (user_id, idempotency_key),
      constraint bookings_no_overlap exclude using gist (user_id with =, blocked with &&)
        where (status in ('HELD', 'PENDING', 'CONFIRMED'))
    );
    create index bookings_by_start on bookings (user_id, starts_at);
    create index bookings_by_token on bookings (token_hash) where token_hash is not null;
    create index bookings_holds on bookings (hold_expires_at) where status = 'HELD';
    create index bookings_by_holder on bookings (holder) where status = 'HELD';

    -- Links to one thing for those who have them: only their hashes are stored.
    create table links (
      token_hash text not null,
      user_id uuid not null references users on delete cascade,
      kind text not null,
      target jsonb not null,
      -- How often it may still be used; null: without limit.
      uses_left integer,
      uses integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      constraint links_key primary key (token_hash)
    );
    create index links_user on links (user_id);

    -- Mails that are sent at a time, each once: the key names what it is about.
    create table queued_mails (
      user_id uuid not null references users on delete cascade,
      key text not null,
      -- What the mail belongs to, so that it can be withdrawn with it.
      subject_id uuid not null,
      address text not null,
      sealed_message text,
      send_at timestamptz not null,
      attempts integer not null default 0,
      sent_at timestamptz,
      failed_at timestamptz,
      constraint queued_mails_key primary key (user_id, key, address)
    );
    create index queued_mails_due on queued_mails (send_at) where sent_at is null and failed_at is null;
    create index queued_mails_subject on queued_mails (user_id, subject_id);

    -- How often the availability of a user has changed. Every database session counts in a row of its own, so
    -- that writers do not wait for each other. The sum never falls, and rises with every commit that changes it.
    create table availability_changes (
      user_id uuid not null references users on delete cascade,
      session integer not null,
      changes bigint not null,
      constraint availability_changes_key primary key (user_id, session)
    ) with (fillfactor = 50);

    create function count_availability_change() returns trigger language plpgsql as $$
    begin
      insert into availability_changes (user_id, session, changes)
      -- A deleted account's rows are deleted too; nothing is counted for it any more.
      select distinct changed.user_id, pg_backend_pid(), 1 from changed join users on users.id = changed.user_id
      on conflict (user_id, session) do update set changes = availability_changes.changes + 1;
      return null;
    end $$;

    create function count_user_availability_change() returns trigger language plpgsql as $$
    begin
      insert into availability_changes (user_id, session, changes) values (new.id, pg_backend_pid(), 1)
      on conflict (user_id, session) do update set changes = availability_changes.changes + 1;
      return null;
    end $$;

    create trigger users_availability after update on users for each row
      when (
        old.hours is distinct from new.hours
        or old.hours_overrides is distinct from new.hours_overrides
        or old.scheduling is distinct from new.scheduling
        or old.home_time_zone is distinct from new.home_time_zone
        or old.time_zone is distinct from new.time_zone
        or old.deletes_at is distinct from new.deletes_at
      )
      execute function count_user_availability_change();
  `.execute(db);
  for (const table of AVAILABILITY_TABLES) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql`
        create trigger ${sql.raw(`${table}_availability_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
          referencing ${sql.raw(rows)} table as changed
          for each statement execute function count_availability_change()
      `.execute(db);
    }
  }
}
