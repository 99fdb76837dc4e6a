import { type Kysely, sql } from 'kysely';

/** Who has a calendar, who renews an access and who exchanges a code; and whom many notices are for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Which worker the lease is of: one that outlasted it finds another name here and writes nothing.
    alter table calendar_syncs add column lease_holder uuid;

    -- Whoever renews the access of an account; the others wait for what comes of it.
    alter table calendar_accounts
      add column renewal_holder uuid,
      add column renewing_until timestamptz;

    -- Null while the code is being exchanged.
    alter table oauth_codes alter column is_connected drop not null;

    -- Microsoft tells us of changes by its own name of a channel.
    create index calendar_channels_resource on calendar_channels (resource_id);
  `.execute(db);
}
