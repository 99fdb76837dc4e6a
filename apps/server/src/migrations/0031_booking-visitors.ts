import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Proofs of work that were used, until they have expired anyway.
    create table used_proofs (
      id text not null,
      expires_at timestamptz not null,
      constraint used_proofs_key primary key (id)
    );
    create index used_proofs_expiry on used_proofs (expires_at);

    -- The queue of mails sends reminders by text message too.
    alter table queued_mails add column channel text not null default 'mail'
      constraint queued_mails_channel check (channel in ('mail', 'text'));

    -- Numbers of visitors, who have no account: a code proves one, and the booking takes the proof.
    create table phone_checks (
      mobile text not null,
      -- SHA-256 of the token that the visitor's page has.
      token_hash text not null,
      -- Null: the provider keeps the code.
      sealed_code text,
      tries smallint not null default 0,
      expires_at timestamptz not null,
      verified_at timestamptz,
      sends smallint not null,
      sent_at timestamptz not null,
      next_send_at timestamptz not null,
      constraint phone_checks_key primary key (mobile)
    );
    create unique index phone_checks_token on phone_checks (token_hash);

    alter table sms_counts drop constraint sms_counts_kind;
    alter table sms_counts add constraint sms_counts_kind
      check (kind in ('user', 'number', 'address', 'all', 'reminders', 'host'));
    alter table sms_consents drop constraint sms_consents_source;
    alter table sms_consents add constraint sms_consents_source
      check (source in ('settings', 'text', 'unverified', 'booking'));
    -- Of a text to a visitor: whose quiet hours count. Null: the user's home zone.
    alter table sms_messages add column time_zone text;
  `.execute(db);
}
