import { type Kysely, sql } from 'kysely';

/** Changes of events with guests wait for an undo before they go out, and can be kept from the guests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_outbox
      -- Not sent before then, also when somebody asks for a sync.
      add column held_until timestamptz,
      add column notifies_guests boolean not null default true;
  `.execute(db);
}
