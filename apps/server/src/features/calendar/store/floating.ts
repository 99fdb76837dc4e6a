import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { toInstants } from '../model/event-instants.ts';
import type { EventRecord } from '../model/event-record.ts';
import { toRecord } from './events.ts';

/** Calendar objects with a record that depends on the home zone: all-day and floating events. */
export async function listFloatingObjects(db: Db, scope: Scope): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events as e')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('events as floating')
          .select('floating.id')
          .whereRef('floating.user_id', '=', 'e.user_id')
          .whereRef('floating.calendar_id', '=', 'e.calendar_id')
          .whereRef('floating.uid', '=', 'e.uid')
          .where('floating.time_zone', 'is', null),
      ),
    )
    .execute();
  return rows.map(toRecord);
}

/**
 * Uses temporary unique values first, because one instance may get the recurrence id that another one leaves.
 */
export async function moveRecurrenceIds(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  await db
    .updateTable('events')
    .set({ recurrence_id: sql`'moving ' || id` })
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const names = records.map(({ recurrenceId }) => recurrenceId);
  await sql`
    update events e set recurrence_id = moved.name
    from unnest(${ids}::uuid[], ${names}::text[]) as moved (id, name)
    where e.user_id = ${scope.userId} and e.id = moved.id
  `.execute(db);
}

/** Updates the instants of the records, resolved in the home zone. */
export async function updateInstants(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
  homeTimeZone: string,
): Promise<void> {
  const instants = records.map((record) => {
    const { startsAt, endsAt, recursUntil } = toInstants(record, homeTimeZone);
    return {
      id: record.id,
      start: new Date(startsAt).toISOString(),
      end: new Date(endsAt).toISOString(),
      until: recursUntil === null ? null : new Date(recursUntil).toISOString(),
    };
  });
  await sql`
    update events e set starts_at = moved.starts_at, ends_at = moved.ends_at, recurs_until = moved.recurs_until
    from unnest(
      ${instants.map(({ id }) => id)}::uuid[], ${instants.map(({ start }) => start)}::timestamptz[],
      ${instants.map(({ end }) => end)}::timestamptz[], ${instants.map(({ until }) => until)}::timestamptz[]
    ) as moved (id, starts_at, ends_at, recurs_until)
    where e.user_id = ${scope.userId} and e.id = moved.id
  `.execute(db);
}
