import { type Kysely, sql } from 'kysely';

/** The embedded OpenID Connect provider: its accounts, keys, sessions and grants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_accounts (
      id uuid primary key,
      email text not null,
      first_name text not null,
      last_name text not null,
      password_hash text not null,
      email_verified_at timestamptz,
      created_at timestamptz not null
    );
    create unique index identity_accounts_email on identity_accounts (lower(email));

    create table identity_keys (
      kind text not null constraint identity_keys_kind check (kind in ('signing', 'cookie')),
      id text not null,
      secret jsonb not null,
      created_at timestamptz not null,
      constraint identity_keys_key primary key (kind, id)
    );

    create table identity_payloads (
      model text not null,
      id text not null,
      payload jsonb not null,
      grant_id text,
      uid text,
      account_id text,
      expires_at timestamptz,
      consumed_at timestamptz,
      constraint identity_payloads_key primary key (model, id)
    );
    create index identity_payloads_grant on identity_payloads (grant_id) where grant_id is not null;
    create index identity_payloads_uid on identity_payloads (model, uid) where uid is not null;
    create index identity_payloads_account on identity_payloads (account_id) where account_id is not null;
    create index identity_payloads_expiry on identity_payloads (expires_at);

    create table identity_attempts (
      key text primary key,
      failures integer not null,
      window_ends_at timestamptz not null
    );

    create table identity_mail_tokens (
      token_hash text primary key,
      account_id uuid not null references identity_accounts on delete cascade,
      purpose text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
  `.execute(db);
}
