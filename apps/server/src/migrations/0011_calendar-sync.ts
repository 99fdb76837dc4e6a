import { type Kysely, sql } from 'kysely';

/** Connected calendar accounts, the state of their sync, and the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_accounts (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      domain text not null constraint calendar_accounts_domain check (domain in ('google', 'outlook', 'apple')),
      -- Who it is at the provider: the subject of the identity token, or user name and server.
      subject text not null,
      email text not null,
      server_url text,
      type text not null default 'personal' constraint calendar_accounts_type check (type in ('personal', 'work', 'other')),
      tags jsonb not null default '[]',
      is_primary boolean not null default false,
      state text not null default 'connected' constraint calendar_accounts_state check (state in ('connected', 'reconnect_needed')),
      -- Tokens or password, sealed; never in a log, never in an answer.
      sealed_grant text not null,
      failure_kind text,
      failure_message text,
      created_at timestamptz not null,
      constraint calendar_accounts_key primary key (user_id, id),
      constraint calendar_accounts_subject unique (user_id, domain, subject)
    );
    create unique index calendar_accounts_one_primary on calendar_accounts (user_id) where is_primary;

    -- A consent that was asked for: the verifier (RFC 7636) stays here, so a code is of use to nobody else.
    create table oauth_flows (
      user_id uuid not null references users on delete cascade,
      domain text not null,
      sealed_verifier text not null,
      nonce text not null,
      expires_at timestamptz not null,
      constraint oauth_flows_key primary key (user_id, domain)
    );
    -- Codes that were exchanged, by their hash: the page may send one twice.
    create table oauth_codes (
      user_id uuid not null references users on delete cascade,
      code_hash text not null,
      is_connected boolean not null,
      used_at timestamptz not null,
      constraint oauth_codes_key primary key (user_id, code_hash)
    );

    alter table calendars drop constraint calendars_kind;
    alter table calendars
      add constraint calendars_kind check (kind in ('dayloom', 'imported', 'connected', 'subscribed')),
      add column account_id uuid,
      -- What the provider calls it.
      add column remote_id text,
      add column is_writable boolean not null default true,
      add column is_synced boolean not null default true,
      add column is_default boolean not null default false,
      add column url text,
      add constraint calendars_account foreign key (user_id, account_id) references calendar_accounts on delete cascade,
      add constraint calendars_remote unique (user_id, account_id, remote_id);
    create unique index calendars_one_default on calendars (user_id) where is_default;

    -- 'block' and 'mirror': mirror events, which are never shown and never busy.
    alter table events add column made_by text constraint events_made_by check (made_by in ('block', 'mirror'));
    create index events_made_by_us on events (user_id, calendar_id) where made_by is not null;

    create table calendar_syncs (
      user_id uuid not null,
      calendar_id uuid not null,
      -- The provider's own sync token; null before the first sync and when it has to begin anew.
      cursor text,
      -- What a bounded first sync reached (providers that sync a range).
      covers_until timestamptz,
      is_complete boolean not null default false,
      events_seen integer not null default 0,
      last_success_at timestamptz,
      next_at timestamptz not null,
      failures integer not null default 0,
      failure_kind text,
      failure_message text,
      -- One worker at a time; a crashed one is waited for no longer than this.
      leased_until timestamptz,
      channel_expires_at timestamptz,
      constraint calendar_syncs_key primary key (user_id, calendar_id),
      constraint calendar_syncs_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );
    create index calendar_syncs_due on calendar_syncs (next_at);

    -- The provider's objects and what we last agreed on: what the next merge starts from.
    create table event_links (
      user_id uuid not null,
      calendar_id uuid not null,
      resource_id text not null,
      uid text not null,
      version text not null,
      -- The records of this object as both sides had them.
      base jsonb not null,
      part_ids jsonb not null default '[]',
      raw text,
      -- How often it was sent since when: what is sent over and over is in a loop with somebody else's tool.
      sends integer not null default 0,
      sends_since timestamptz,
      constraint event_links_key primary key (user_id, calendar_id, resource_id),
      constraint event_links_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );
    create index event_links_uid on event_links (user_id, calendar_id, uid);
    create index event_links_parts on event_links using gin (part_ids) where part_ids <> '[]';

    -- Calendar objects that changed here and are not sent yet, one entry each.
    create table event_outbox (
      user_id uuid not null,
      calendar_id uuid not null,
      uid text not null,
      -- Incremented by each change, so that a change during sending is not taken as sent.
      change integer not null,
      -- What was sent last without hearing what became of it: found over there, it is ours and no one else's edit.
      attempt jsonb,
      changed_at timestamptz not null,
      failures integer not null default 0,
      failure_kind text,
      failure_message text,
      next_at timestamptz not null,
      constraint event_outbox_key primary key (user_id, calendar_id, uid),
      constraint event_outbox_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );

    create table sync_conflicts (
      user_id uuid not null,
      id uuid not null,
      calendar_id uuid not null,
      uid text not null,
      title text not null,
      fields jsonb not null,
      -- Our side, as whole records, to be put back.
      mine jsonb not null,
      shown jsonb not null,
      happened_at timestamptz not null,
      constraint sync_conflicts_key primary key (user_id, id),
      constraint sync_conflicts_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );

    create table calendar_mirrors (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- null: the planned blocks.
      source_calendar_id uuid,
      target_calendar_id uuid not null,
      created_at timestamptz not null,
      constraint calendar_mirrors_key primary key (user_id, id),
      constraint calendar_mirrors_apart check (source_calendar_id is distinct from target_calendar_id),
      constraint calendar_mirrors_once unique nulls not distinct (user_id, source_calendar_id, target_calendar_id),
      constraint calendar_mirrors_source foreign key (user_id, source_calendar_id) references calendars on delete cascade,
      constraint calendar_mirrors_target foreign key (user_id, target_calendar_id) references calendars on delete cascade
    );

    -- Whom a notification is for: providers know us by the id of a channel, which is unique over all users.
    create table calendar_channels (
      id text primary key,
      user_id uuid not null,
      calendar_id uuid not null,
      token_hash text not null,
      resource_id text not null,
      expires_at timestamptz not null,
      constraint calendar_channels_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );
    create index calendar_channels_calendar_index on calendar_channels (user_id, calendar_id);
  `.execute(db);
}
