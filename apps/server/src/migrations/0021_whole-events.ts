import { type Kysely, sql } from 'kysely';

/**
 * Events of Google and Outlook are kept with all that the provider says of them. Those that were read before are listed
 * once more: otherwise they would have nothing to give to an undo, or to the second part of a series that is split.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update calendar_syncs set cursor = null, next_at = now()
    where exists (
      select from event_links
      where event_links.user_id = calendar_syncs.user_id
        and event_links.calendar_id = calendar_syncs.calendar_id
        and event_links.raw is null
    )
  `.execute(db);
}
