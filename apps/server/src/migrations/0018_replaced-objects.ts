import { type Kysely, sql } from 'kysely';

/**
 * What the provider held before we wrote: an undo restores all of it, with what only the provider understands. And
 * the parts of a calendar that cannot be read, to be shown to its owner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replaced_objects (
      user_id uuid not null,
      calendar_id uuid not null,
      uid text not null,
      -- The provider's ids and versions of the state, so that a repeated try stores it once.
      state_key text not null,
      -- A list of resources with their records and the provider's own text.
      resources jsonb not null,
      replaced_at timestamptz not null,
      constraint replaced_objects_key primary key (user_id, calendar_id, uid, state_key),
      constraint replaced_objects_calendar foreign key (user_id, calendar_id) references calendars on delete cascade
    );
    create index replaced_objects_age on replaced_objects (replaced_at);

    -- Why an object, or a part of it, is not shown.
    alter table event_links add column problem text;
    create index event_links_problems on event_links (user_id, calendar_id) where problem is not null;
  `.execute(db);
}
