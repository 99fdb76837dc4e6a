import { type Kysely, sql } from 'kysely';

/** Sessions one can name and end, passkeys, two-step sign-in, the log of security events, linked identities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_events (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      kind text not null,
      detail text,
      address text,
      device text,
      created_at timestamptz not null,
      constraint security_events_key primary key (user_id, id)
    );
    create index security_events_latest on security_events (user_id, created_at desc, id desc);
    create index security_events_age on security_events (created_at);

    -- A proof that somebody may join an identity to an account: by signing in to it, or by mail.
    create table link_requests (
      token_hash text primary key,
      user_id uuid not null references users on delete cascade,
      subject text not null,
      proof text not null constraint link_requests_proof check (proof in ('sign-in', 'mail')),
      expires_at timestamptz not null
    );
    create index link_requests_subject on link_requests (subject);

    alter table identity_accounts add column password_changed_at timestamptz;

    -- One row for each sign-in: the provider's grant, with what its owner should know about it.
    create table identity_sessions (
      grant_id text primary key,
      id uuid not null constraint identity_sessions_id unique,
      account_id uuid not null references identity_accounts on delete cascade,
      device text not null,
      address text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      -- When its owner last proved again who they are.
      confirmed_at timestamptz
    );
    create index identity_sessions_account on identity_sessions (account_id);
    insert into identity_sessions (grant_id, id, account_id, device, address, created_at, last_seen_at)
      select g.id, gen_random_uuid(), a.id, 'Unknown device', '',
             to_timestamp((g.payload->>'iat')::bigint), to_timestamp((g.payload->>'iat')::bigint)
      from identity_payloads g
      join identity_accounts a on g.account_id = 'dayloom|' || a.id::text
      where g.model = 'Grant';

    create table identity_passkeys (
      account_id uuid not null references identity_accounts on delete cascade,
      id uuid not null,
      credential_id text not null constraint identity_passkeys_credential unique,
      public_key bytea not null,
      counter bigint not null,
      transports jsonb not null,
      name text not null,
      is_synced boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint identity_passkeys_key primary key (account_id, id)
    );

    -- What a passkey is asked to sign; taken out when it comes back, so that it counts once.
    create table identity_challenges (
      challenge text primary key,
      purpose text not null,
      bound_to text not null,
      expires_at timestamptz not null
    );

    create table identity_totp (
      account_id uuid primary key references identity_accounts on delete cascade,
      sealed_secret text not null,
      confirmed_at timestamptz,
      -- The time step of the last code that was taken: none counts twice.
      last_step bigint not null,
      created_at timestamptz not null
    );

    create table identity_recovery_codes (
      account_id uuid not null references identity_accounts on delete cascade,
      code_hash text not null,
      constraint identity_recovery_codes_key primary key (account_id, code_hash)
    );

    -- A sign-in whose password was right and whose code is still to come.
    create table identity_second_steps (
      interaction_uid text primary key,
      account_id uuid not null references identity_accounts on delete cascade,
      expires_at timestamptz not null
    );
  `.execute(db);
}
