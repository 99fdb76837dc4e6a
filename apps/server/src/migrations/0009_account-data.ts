import { type Kysely, sql } from 'kysely';

/** What people set, API tokens, the end of an account, and reports of crashes in the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column scheduling jsonb not null default '{}';
    -- Set while the account is closed: when everything of it is deleted.
    alter table users add column deletes_at timestamptz;
    create index users_to_delete on users (deletes_at) where deletes_at is not null;

    create table api_tokens (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      name text not null,
      -- SHA-256; the token itself is shown once and kept nowhere.
      token_hash text not null,
      hint text not null,
      scopes text[] not null,
      requests_per_minute integer not null,
      changes_per_day integer not null,
      expires_at timestamptz,
      created_at timestamptz not null,
      first_used_at timestamptz,
      last_used_at timestamptz,
      minute_began_at timestamptz,
      minute_requests integer not null default 0,
      day_began_at timestamptz,
      day_changes integer not null default 0,
      constraint api_tokens_key primary key (user_id, id),
      constraint api_tokens_hash unique (token_hash)
    );

    -- Links of mails that close an account or open it again. One use each.
    create table account_links (
      user_id uuid not null references users on delete cascade,
      token_hash text not null,
      purpose text not null constraint account_links_purpose check (purpose in ('close', 'keep')),
      expires_at timestamptz not null,
      created_at timestamptz not null,
      constraint account_links_key primary key (token_hash)
    );
    create index account_links_user on account_links (user_id, purpose);

    -- Usernames of deleted accounts, as hashes: nobody takes over a page that others still link to.
    create table held_usernames (
      name_hash text primary key,
      held_until timestamptz not null
    );

    create table client_errors (
      fingerprint text primary key,
      kind text not null,
      message text not null,
      stack text not null,
      path text not null,
      browser text not null,
      version text not null,
      occurrences integer not null default 1,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null
    );
    create index client_errors_age on client_errors (last_seen_at);

    -- Each error id that a screen showed, and which error it was.
    create table client_error_ids (
      error_id text primary key,
      fingerprint text not null references client_errors on delete cascade,
      seen_at timestamptz not null
    );
    create index client_error_ids_error on client_error_ids (fingerprint, seen_at);
  `.execute(db);
}
