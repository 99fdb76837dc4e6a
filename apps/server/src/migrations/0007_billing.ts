import { type Kysely, sql } from 'kysely';

/** Who pays: the provider's customer of each user, the subscription as it was last seen, and events seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What the rest of the product uses; the payment provider's own record is in billing_accounts.
    alter table users drop column account_status;
    alter table users add column subscription jsonb;

    create table billing_accounts (
      user_id uuid not null references users on delete cascade,
      customer_id text not null,
      subscription_id text,
      has_subscribed boolean not null default false,
      past_due_since timestamptz,
      updated_at timestamptz not null,
      constraint billing_accounts_key primary key (user_id),
      constraint billing_accounts_customer unique (customer_id)
    );

    create table billing_events (
      id text not null,
      type text not null,
      customer_id text,
      received_at timestamptz not null,
      -- null until its job is through: a repeated delivery starts the job again.
      processed_at timestamptz,
      constraint billing_events_key primary key (id)
    );
    create index billing_events_age on billing_events (received_at);
  `.execute(db);
}
