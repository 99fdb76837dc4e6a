import { type Insertable, type Selectable, sql } from 'kysely';
import { insertRow, writeInBatch } from '#platform/batched-statements.ts';
import { type Db, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { type EventInstants, toInstants } from '../model/event-instants.ts';
import type { EventRecord } from '../model/event-record.ts';
import type { IndexWindow } from '../model/occurrences.ts';
import type { EventTable } from './tables.ts';

type EventRow = Selectable<EventTable>;

export function toRecord(row: EventRow): EventRecord {
  const { zoneDefinition = null, endTimeZone, asWritten, chosenFree, ...details } = row.details;
  return {
    id: row.id,
    calendarId: row.calendar_id,
    uid: row.uid,
    recurrenceId: row.recurrence_id,
    sequence: row.sequence,
    title: row.title,
    description: row.description,
    location: row.location,
    status: row.status,
    isBusy: row.is_busy,
    isAllDay: row.is_all_day,
    start: { at: row.start_local, timeZone: row.time_zone },
    end: { at: row.end_local, timeZone: endTimeZone === undefined ? row.time_zone : endTimeZone },
    recurrence: row.recurrence,
    details,
    zoneDefinition,
    source: row.source,
    madeBy: row.made_by,
    ...(asWritten !== undefined && { asWritten }),
    ...(chosenFree && { chosenFree }),
    version: row.version,
  };
}

function toRow(
  scope: Scope,
  record: EventRecord,
  { startsAt, endsAt, recursUntil }: EventInstants,
  now: Date,
): Insertable<EventTable> {
  return {
    user_id: scope.userId,
    id: record.id,
    calendar_id: record.calendarId,
    uid: record.uid,
    recurrence_id: record.recurrenceId,
    sequence: record.sequence,
    title: record.title,
    description: record.description,
    location: record.location,
    status: record.status,
    is_busy: record.isBusy,
    is_all_day: record.isAllDay,
    starts_at: new Date(startsAt),
    ends_at: new Date(endsAt),
    start_local: record.start.at,
    end_local: record.end.at,
    time_zone: record.start.timeZone,
    recurrence: record.recurrence && JSON.stringify(record.recurrence),
    recurs_until: recursUntil === null ? null : new Date(recursUntil),
    details: JSON.stringify({
      ...record.details,
      ...(record.zoneDefinition !== null && { zoneDefinition: record.zoneDefinition }),
      ...(record.chosenFree && { chosenFree: true }),
      ...(record.asWritten !== undefined && { asWritten: record.asWritten }),
      ...(record.end.timeZone !== record.start.timeZone && { endTimeZone: record.end.timeZone }),
    }),
    source: record.source,
    made_by: record.madeBy ?? null,
    version: Math.max(1, record.version),
    created_at: now,
    updated_at: now,
  };
}

export async function findEvent(db: Db, scope: Scope, id: string): Promise<EventRecord | null> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toRecord(row) : null;
}

export async function findMasterId(
  db: Db,
  scope: Scope,
  calendarId: string,
  uid: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', uid)
    .orderBy('recurrence_id', (order) => order.nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * All records of the given UIDs in a calendar, locked until the transaction ends. The calendar is locked
 * first: then it can't be deleted meanwhile, and a deletion never waits for event locks held here. A change
 * deletes and inserts its records. A statement that waited for such a change sees neither the deleted rows
 * nor the new ones, which its snapshot lacks (PostgreSQL, Read Committed). The query is therefore repeated
 * until all existing rows are locked.
 */
export async function lockObjects(
  db: Db,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<EventRecord[]> {
  const objectEvents = db
    .selectFrom('events')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('uid', '=', sql<string>`any(${uids as string[]})`);
  await db
    .selectFrom('calendars')
    .select('id')
    .where('user_id', '=', scope.userId)
    .where('id', '=', calendarId)
    .forKeyShare()
    .execute();
  for (;;) {
    const locked = await objectEvents
      .selectAll()
      .orderBy('uid')
      .orderBy('recurrence_id')
      .forUpdate()
      .execute();
    const there = await objectEvents.select('id').execute();
    const ids = new Set(locked.map(({ id }) => id));
    if (there.every(({ id }) => ids.has(id))) return locked.map(toRecord);
  }
}

/** Series that can have an occurrence in `[from, to)`, with their overrides. */
export async function listSeries(db: Db, scope: Scope, from: Date, to: Date): Promise<EventRecord[]> {
  const masters = await db
    .selectFrom('events')
    .select(['calendar_id', 'uid'])
    .where('user_id', '=', scope.userId)
    .where('recurrence', 'is not', null)
    .where('starts_at', '<', to)
    .where((eb) => eb.or([eb('recurs_until', 'is', null), eb('recurs_until', '>=', from)]))
    .execute();
  return listObjects(db, scope, masters);
}

export async function listSeriesOfCalendar(db: Db, scope: Scope, calendarId: string): Promise<EventRecord[]> {
  const masters = await db
    .selectFrom('events')
    .select(['calendar_id', 'uid'])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('recurrence', 'is not', null)
    .execute();
  return listObjects(db, scope, masters);
}

/**
 * The records of calendar objects, with the UIDs as one array: right after an import PostgreSQL has no
 * statistics yet, and would join a subquery row by row.
 */
export async function listObjects(
  db: Db,
  scope: Scope,
  masters: readonly { calendar_id: string; uid: string }[],
): Promise<EventRecord[]> {
  if (masters.length === 0) return [];
  const calendarIds = [...new Set(masters.map((master) => master.calendar_id))];
  const uids = [...new Set(masters.map((master) => master.uid))];
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', sql<string>`any(${calendarIds}::uuid[])`)
    .where('uid', '=', sql<string>`any(${uids})`)
    .execute();
  const wanted = new Set(masters.map((master) => `${master.calendar_id} ${master.uid}`));
  return rows.filter((row) => wanted.has(`${row.calendar_id} ${row.uid}`)).map(toRecord);
}

export async function deleteEvents(db: Db, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('events')
    .where('user_id', '=', scope.userId)
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute();
}

export async function deleteEventsOfCalendar(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('events')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

/** The identity of an event within its calendar, as `deleteEventsExcept` expects it. */
export function identityKey({ uid, recurrenceId }: Pick<EventRecord, 'uid' | 'recurrenceId'>): string {
  return `${uid} ${recurrenceId ?? ''}`;
}

/** Deletes the events of a calendar that are not listed. Returns how many were deleted. */
export async function deleteEventsExcept(
  db: Db,
  scope: Scope,
  calendarId: string,
  identityKeys: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from events e
    where e.user_id = ${scope.userId} and e.calendar_id = ${calendarId}
      and not exists (
        select 1 from unnest(${identityKeys}::text[]) as kept (key)
        where kept.key = e.uid || ' ' || coalesce(e.recurrence_id, ''))
  `.execute(db);
  return Number(numAffectedRows);
}

/** Calendar objects of mirror events in a calendar whose UIDs begin with the prefix ('' for all). */
export async function listMirrorObjects(
  db: Db,
  scope: Scope,
  calendarId: string,
  uidPrefix: string,
): Promise<EventRecord[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('made_by', 'is not', null)
    .where(sql<boolean>`starts_with(uid, ${uidPrefix})`)
    .execute();
  return rows.map(toRecord);
}

export async function insertEvents(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
  homeTimeZone: string,
  now: Date,
): Promise<void> {
  for (const batch of toInsertBatches(records)) {
    const rows = batch.map((record) => toRow(scope, record, toInstants(record, homeTimeZone), now));
    await db.insertInto('events').values(rows).execute();
  }
}

/**
 * Inserts a new event that does not repeat, and its row in the index of occurrences. A user without a window of
 * the index gets this one.
 */
export async function insertSingleEvent(
  db: Db,
  scope: Scope,
  record: EventRecord,
  {
    homeTimeZone,
    window,
    now,
  }: { readonly homeTimeZone: string; readonly window: IndexWindow; readonly now: Date },
): Promise<void> {
  const row = toRow(scope, record, toInstants(record, homeTimeZone), now);
  const { user_id, calendar_id, starts_at, ends_at, is_busy } = row;
  const times = { user_id, calendar_id, starts_at, ends_at, is_busy };
  const own = { user_id, expanded_from: new Date(window.from), expanded_to: new Date(window.to) };
  await writeInBatch(
    db,
    [
      insertRow('events', row),
      insertRow('occurrence_windows', own, sql`on conflict do nothing`),
      insertRow('occurrences', { ...times, event_id: record.id, recurrence_id: '' }),
    ],
    sql`null`,
  );
}

export interface UpsertCount {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** Inserts new events and replaces changed ones, by UID and RECURRENCE-ID. Keeps ids. */
export async function upsertEvents(
  db: Db,
  scope: Scope,
  events: readonly { readonly record: EventRecord; readonly instants: EventInstants }[],
  now: Date,
): Promise<UpsertCount> {
  if (events.length === 0) return { created: 0, updated: 0, unchanged: 0 };
  const rows = events.map(({ record, instants }) => toRow(scope, record, instants, now));
  const written = await db
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .constraint('events_identity')
        .doUpdateSet((eb) => ({
          sequence: eb.ref('excluded.sequence'),
          title: eb.ref('excluded.title'),
          description: eb.ref('excluded.description'),
          location: eb.ref('excluded.location'),
          status: eb.ref('excluded.status'),
          is_busy: eb.ref('excluded.is_busy'),
          is_all_day: eb.ref('excluded.is_all_day'),
          starts_at: eb.ref('excluded.starts_at'),
          ends_at: eb.ref('excluded.ends_at'),
          start_local: eb.ref('excluded.start_local'),
          end_local: eb.ref('excluded.end_local'),
          time_zone: eb.ref('excluded.time_zone'),
          recurrence: eb.ref('excluded.recurrence'),
          recurs_until: eb.ref('excluded.recurs_until'),
          details: eb.ref('excluded.details'),
          source: eb.ref('excluded.source'),
          version: eb('events.version', '+', 1),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .where(sql<boolean>`events.source is distinct from excluded.source`),
    )
    // xmax is 0 for a row that this statement inserted (PostgreSQL, System Columns).
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute();
  const created = written.filter((row) => row.is_new).length;
  return { created, updated: written.length - created, unchanged: rows.length - written.length };
}
