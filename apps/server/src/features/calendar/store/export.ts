import { type Selectable, sql } from 'kysely';
import { streamRows } from '#platform/cursor.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecord } from '../model/event-record.ts';
import { toRecord } from './events.ts';
import type { EventTable } from './tables.ts';

/** Streams all events of a calendar. */
export async function* listCalendarEvents(
  tx: Tx,
  scope: Scope,
  calendarId: string,
): AsyncGenerator<EventRecord> {
  const query = sql<Selectable<EventTable>>`
    select * from events where user_id = ${scope.userId} and calendar_id = ${calendarId} order by starts_at, id`;
  for await (const row of streamRows(tx, query)) yield toRecord(row);
}
