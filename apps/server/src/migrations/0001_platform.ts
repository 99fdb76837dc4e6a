import { type Kysely, sql } from 'kysely';

/** Users, what must be unique over all of them, and the command journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists btree_gist;

    create table users (
      id uuid primary key,
      canonical_id text not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      is_email_verified boolean not null,
      bio text not null default '',
      photo_url text,
      mobile text,
      username text not null,
      referral_code text not null,
      referred_by uuid,
      total_task_points integer not null default 0,
      time_zone text not null,
      -- null until a zone was seen; then the user's to change.
      home_time_zone text,
      hours jsonb not null,
      account_status text not null default 'FREE' constraint users_account_status check (account_status in ('FREE', 'ACTIVE')),
      send_reminders boolean not null default true,
      preferences jsonb not null,
      message_count integer not null default 0,
      message_month_count integer not null default 0,
      last_message_at timestamptz,
      onboarded_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    -- One place for every name that is unique over all users; everything else can be sharded by user.
    create table user_directory (
      kind text not null constraint user_directory_kind check (kind in ('identity', 'email', 'canonical', 'username', 'referral')),
      value text not null,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      retired_at timestamptz,
      constraint user_directory_key primary key (kind, value)
    );
    create index user_directory_user on user_directory (user_id, kind);

    create table commands (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      kind text not null,
      summary text not null,
      actor text not null constraint commands_actor check (actor in ('user', 'assistant', 'token', 'system')),
      payload jsonb not null,
      inverse jsonb not null,
      undoes uuid,
      created_at timestamptz not null,
      undone_at timestamptz,
      constraint commands_key primary key (user_id, id)
    );
    create index commands_latest on commands (user_id, created_at desc);
  `.execute(db);
}
