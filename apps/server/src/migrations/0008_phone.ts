import { type Kysely, sql } from 'kysely';

/** Verified numbers, codes, sent texts, and consents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What the profile shows of a number that is being verified; the code is in phone_codes.
    alter table users add column unverified_mobile text;
    alter table users add column mobile_code_expires_at timestamptz;
    -- Proven in the sandbox only, which proves nothing to a server that sends real texts.
    alter table users add column is_mobile_demo boolean not null default false;

    -- Nobody has agreed to anything yet.
    alter table users alter column send_reminders set default false;
    update users set send_reminders = false;

    create index users_mobile on users (mobile) where mobile is not null;

    -- A number is verified by one account at a time.
    alter table user_directory drop constraint user_directory_kind;
    alter table user_directory add constraint user_directory_kind
      check (kind in ('identity', 'email', 'canonical', 'username', 'referral', 'mobile'));

    create table phone_codes (
      user_id uuid not null references users on delete cascade,
      mobile text not null,
      -- null when the provider keeps the code, and when none is live any more.
      sealed_code text,
      is_live boolean not null,
      tries smallint not null,
      expires_at timestamptz not null,
      -- Sends in a row, for the growing wait; kept when the code is used up.
      sends smallint not null,
      sent_at timestamptz not null,
      next_send_at timestamptz not null,
      constraint phone_codes_key primary key (user_id)
    );

    -- How much was sent on a day (UTC) for an account, to a number, from an address, altogether.
    create table sms_counts (
      kind text not null constraint sms_counts_kind check (kind in ('user', 'number', 'address', 'all', 'reminders')),
      key text not null,
      day date not null,
      count integer not null,
      constraint sms_counts_key primary key (kind, key, day)
    );

    create table sms_messages (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      kind text not null,
      mobile text not null,
      -- null for codes, and for what is too old to be kept.
      body text,
      status text not null constraint sms_messages_status check (status in
        ('waiting', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped')),
      -- Why it was skipped or has failed.
      reason text,
      provider_id text,
      attempts smallint not null,
      created_at timestamptz not null,
      send_at timestamptz not null,
      sent_at timestamptz,
      constraint sms_messages_key primary key (user_id, id)
    );
    create index sms_messages_due on sms_messages (send_at) where status in ('waiting', 'sending');
    -- For reports of the provider, which know the message and not the user.
    create unique index sms_messages_id on sms_messages (id);

    -- Evidence: who agreed to (or withdrew) what, when and from where. Append-only.
    create table sms_consents (
      user_id uuid not null references users on delete cascade,
      id uuid not null,
      -- The order in which they came, also within one instant.
      position bigint generated always as identity,
      mobile text not null,
      is_given boolean not null,
      source text not null constraint sms_consents_source check (source in ('settings', 'text', 'unverified')),
      wording text not null,
      network_address text,
      user_agent text,
      created_at timestamptz not null,
      constraint sms_consents_key primary key (user_id, id)
    );

    -- Belongs to the number, not to its owner.
    create table sms_opt_outs (
      mobile text not null,
      -- 'text': we saw the STOP and will see the START; 'provider': it was refused there, and is asked again.
      source text not null constraint sms_opt_outs_source check (source in ('text', 'provider')),
      opted_out_at timestamptz not null,
      constraint sms_opt_outs_key primary key (mobile)
    );

    create table sms_inbound (
      id text not null,
      mobile text not null,
      keyword text,
      received_at timestamptz not null,
      constraint sms_inbound_key primary key (id)
    );
    create index sms_inbound_age on sms_inbound (received_at);
  `.execute(db);
}
