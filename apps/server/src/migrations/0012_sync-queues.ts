import { type Kysely, sql } from 'kysely';

/** Owners of leases, of token renewals and of code exchanges; recipients of notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The worker that holds the lease. An expired holder can no longer write.
    alter table calendar_syncs add column lease_holder uuid;

    -- The worker that renews the account's token. The others wait for the result.
    alter table calendar_accounts
      add column renewal_holder uuid,
      add column renewing_until timestamptz;

    -- Null while the code is being exchanged.
    alter table oauth_codes alter column is_connected drop not null;

    -- Microsoft names a channel by its own id in notifications.
    create index calendar_channels_resource on calendar_channels (resource_id);
  `.execute(db);
}
