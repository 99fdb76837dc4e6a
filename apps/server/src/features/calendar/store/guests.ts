import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ObjectName } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
import { toRecord } from './events.ts';
import './tables.ts';

/** The records of a calendar object, the series before its changed instances. */
export async function listRecords(
  db: Db,
  scope: Scope,
  { calendarId, uid }: ObjectName,
): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .orderBy('recurrence_id', (order) => order.nullsFirst())
    .execute();
  return rows.map(toRecord);
}

/**
 * Writes the guests of an event with their answers. The version stays: an answer must not refuse what its organizer
 * is just editing.
 */
export async function updateGuests(
  tx: Tx,
  scope: Scope,
  { id, details }: Pick<EventRecord, 'id' | 'details'>,
): Promise<void> {
  const guests = JSON.stringify(details.attendees ?? []);
  await sql`
    update events
    -- The second place exists only on events that a provider spells differently.
    set details = jsonb_set(
      jsonb_set(details, '{attendees}', ${guests}::jsonb, false),
      '{asWritten,details,attendees}', ${guests}::jsonb, false
    )
    where user_id = ${scope.userId} and id = ${id}
  `.execute(tx);
}

/** The indexed occurrence of any of the events that has not ended, the earliest one. */
export async function findNextOccurrence(
  db: Db,
  scope: Scope,
  eventIds: readonly string[],
  now: Date,
): Promise<{ startsAt: Date; endsAt: Date } | null> {
  const row = await db
    .selectFrom('occurrences')
    .select(['starts_at', 'ends_at'])
    .where('user_id', '=', scope.userId)
    .where('event_id', '=', sql<string>`any(${eventIds as string[]}::uuid[])`)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
  return row ? { startsAt: row.starts_at, endsAt: row.ends_at } : null;
}
