import type { Interval } from '@dayloom/time';
import { type RawBuilder, sql } from 'kysely';
import { readInBatch } from '#platform/batched-statements.ts';
import { type Db, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { IndexedOccurrence, IndexWindow } from '../model/occurrences.ts';

export async function deleteOccurrences(db: Db, scope: Scope, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .deleteFrom('occurrences')
    .where('user_id', '=', scope.userId)
    .where('event_id', '=', sql<string>`any(${eventIds as string[]}::uuid[])`)
    .execute();
}

export async function insertOccurrences(
  db: Db,
  scope: Scope,
  calendarId: string,
  occurrences: readonly IndexedOccurrence[],
): Promise<void> {
  for (const batch of toInsertBatches(occurrences)) {
    const rows = batch.map((occurrence) => ({
      user_id: scope.userId,
      event_id: occurrence.eventId,
      recurrence_id: occurrence.recurrenceId,
      calendar_id: calendarId,
      starts_at: new Date(occurrence.startsAt),
      ends_at: new Date(occurrence.endsAt),
      is_busy: occurrence.isBusy,
    }));
    await db
      .insertInto('occurrences')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Number of the user's index rows, counted up to `most`. */
export async function countOccurrences(db: Db, scope: Scope, most: number): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('occurrences')
        .select('event_id')
        .where('user_id', '=', scope.userId)
        .limit(most)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Updates PostgreSQL's statistics. Without it, foreign keys would be checked after a large import with the
 * plan for a nearly empty table: a full scan for each row.
 */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`analyze events`.execute(db);
}

/** Indexes all single events of a calendar in one statement; series are expanded in code. */
export async function reindexSingles(db: Db, scope: Scope, calendarId: string): Promise<void> {
  await db
    .deleteFrom('occurrences')
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
  await sql`
    insert into occurrences (user_id, event_id, recurrence_id, calendar_id, starts_at, ends_at, is_busy)
    select user_id, id, coalesce(recurrence_id, ''), calendar_id, starts_at, ends_at, is_busy
    from events e
    where user_id = ${scope.userId} and calendar_id = ${calendarId} and recurrence is null and status <> 'cancelled'
      and made_by is null
      and (recurrence_id is null or not exists (
        select 1 from events m
        where m.user_id = e.user_id and m.calendar_id = e.calendar_id and m.uid = e.uid and m.recurrence is not null))
  `.execute(db);
}

/**
 * The busy time of all calendars that block time, in the range, sorted by start. With `allDay`, all-day events
 * count too, except those marked as free here or in their calendar (RFC 5545, TRANSP). Same rule as
 * `countsAsBusy`. `except` are the ids of events that are left out. `hasFrequent`: whether a series may have more
 * times than the index (`listFrequentObjects`).
 */
export async function listBusy(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
  { allDay, except = [] }: { allDay: boolean; except?: readonly string[] },
): Promise<{ busy: Interval[]; hasFrequent: boolean }> {
  // Two values instead of thousands of rows: reading dates is most of what a long calendar costs.
  const [found] = await readInBatch<{ starts: number[] | null; ends: number[] | null; hasFrequent: boolean }>(
    db,
    sql`
    select
      json_agg((date_part('epoch', o.starts_at) * 1000)::bigint order by o.starts_at, o.ends_at) as starts,
      json_agg((date_part('epoch', o.ends_at) * 1000)::bigint order by o.starts_at, o.ends_at) as ends,
      ${selectHasFrequent(scope, from, to)} as "hasFrequent"
    ${selectBusy(scope, from, to, allDay)} and o.event_id <> all(${except}::uuid[])`,
  );
  const ends = found?.ends ?? [];
  return {
    busy: (found?.starts ?? []).map((start, at) => ({ start, end: ends[at] ?? start })),
    hasFrequent: found?.hasFrequent ?? false,
  };
}

/** The busy occurrences of a range: the end of a query. With `allDay`, busy events of whole days count too. */
function selectBusy({ userId }: Scope, from: Date, to: Date, allDay: boolean): RawBuilder<unknown> {
  const isFree = sql`
    coalesce(e.source, '') ~* '\nTRANSP[^:\n]*: *TRANSPARENT'
    or coalesce(e.details ->> 'isFree', e.details ->> 'chosenFree') is not null`;
  const isBusyDay = sql`exists (
    select from events e
    where e.user_id = o.user_id and e.id = o.event_id and e.is_all_day and not (${isFree}))`;
  return sql`
    from occurrences o join calendars c on c.user_id = o.user_id and c.id = o.calendar_id
    where o.user_id = ${userId} and o.starts_at < ${to} and o.ends_at > ${from} and c.blocks_time
      and ${allDay ? sql`(o.is_busy or ${isBusyDay})` : sql`o.is_busy`}`;
}

/** Whether events repeat so often that the index does not reach into the range. */
function selectHasFrequent({ userId }: Scope, from: Date, to: Date): RawBuilder<boolean> {
  return sql`exists (
    select from events master
    where master.user_id = ${userId} and master.indexed_until < ${to}
      and (master.recurs_until is null or master.recurs_until >= ${from}))`;
}

/** SQL: whether the range may have busy time. */
export function selectMayBeBusy(
  scope: Scope,
  { from, to, allDay }: { readonly from: Date; readonly to: Date; readonly allDay: boolean },
): RawBuilder<boolean> {
  return sql`(exists (select ${selectBusy(scope, from, to, allDay)}) or ${selectHasFrequent(scope, from, to)})`;
}

/**
 * Busy events in the range that their owner may move: timed events without attendees, in writable
 * calendars that block time. Mirror events are excluded.
 */
export function listMovable(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<{ event_id: string; recurrence_id: string; title: string; starts_at: Date; ends_at: Date }[]> {
  return db
    .selectFrom('occurrences as o')
    .innerJoin('calendars as c', (join) =>
      join.onRef('c.user_id', '=', 'o.user_id').onRef('c.id', '=', 'o.calendar_id'),
    )
    .innerJoin('events as e', (join) =>
      join.onRef('e.user_id', '=', 'o.user_id').onRef('e.id', '=', 'o.event_id'),
    )
    .select(['o.event_id', 'o.recurrence_id', 'e.title', 'o.starts_at', 'o.ends_at'])
    .where('o.user_id', '=', scope.userId)
    .where('o.starts_at', '<', to)
    .where('o.ends_at', '>', from)
    .where('o.is_busy', '=', true)
    .where('c.blocks_time', '=', true)
    .where('c.is_writable', '=', true)
    .where('e.is_all_day', '=', false)
    .where('e.made_by', 'is', null)
    .where(sql<boolean>`coalesce(jsonb_array_length(e.details -> 'attendees'), 0) = 0`)
    .orderBy('o.starts_at')
    .execute();
}

/**
 * Events that begin in the range and that their owner may want to be reminded of: not cancelled or declined, and
 * not written by us. `masterId`: the series of an instance that was changed.
 */
export async function listRemindable(db: Db, scope: Scope, from: Date, to: Date): Promise<RemindableEvent[]> {
  const times = await db
    .selectFrom('occurrences')
    .select(['event_id', 'recurrence_id', 'starts_at', 'ends_at'])
    .where('user_id', '=', scope.userId)
    .where('ends_at', '>=', from)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .execute();
  if (times.length === 0) return [];
  const ids = [...new Set(times.map(({ event_id }) => event_id))];
  const { rows: events } = await sql<RemindableRow>`
    select e.id, e.title, e.location, e.is_all_day as "isAllDay", e.calendar_id as "calendarId",
      case when e.recurrence_id is null then e.id else (
        select series.id from events series
        where series.user_id = e.user_id and series.calendar_id = e.calendar_id
          and series.uid = e.uid and series.recurrence_id is null
      ) end as "masterId"
    from events e
    where e.user_id = ${scope.userId} and e.id = any(${ids}::uuid[]) and e.status <> 'cancelled'
      and e.made_by is null and coalesce(e.details ->> 'ownAnswer', '') <> 'DECLINED'
  `.execute(db);
  const byId = new Map(events.map((event) => [event.id, event]));
  return times.flatMap(({ event_id, recurrence_id, starts_at, ends_at }) => {
    const event = byId.get(event_id);
    return event ? [{ ...event, recurrenceId: recurrence_id, startsAt: starts_at, endsAt: ends_at }] : [];
  });
}

interface RemindableRow {
  readonly id: string;
  readonly title: string;
  readonly location: string;
  readonly isAllDay: boolean;
  readonly calendarId: string;
  readonly masterId: string | null;
}

export interface RemindableEvent extends RemindableRow {
  readonly recurrenceId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export async function findWindow(db: Db, scope: Scope): Promise<IndexWindow | null> {
  const row = await db
    .selectFrom('occurrence_windows')
    .select(['expanded_from', 'expanded_to'])
    .where('user_id', '=', scope.userId)
    .executeTakeFirst();
  return row ? { from: row.expanded_from.getTime(), to: row.expanded_to.getTime() } : null;
}

export async function saveWindow(db: Db, scope: Scope, window: IndexWindow): Promise<void> {
  const columns = { expanded_from: new Date(window.from), expanded_to: new Date(window.to) };
  await db
    .insertInto('occurrence_windows')
    .values({ user_id: scope.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** Users whose series are expanded less far than `before`. */
export async function listUsersToExpand(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('occurrence_windows')
    .select('user_id')
    .where('expanded_to', '<', before)
    .execute();
  return rows.map((row) => row.user_id);
}

/** UIDs of a calendar that have an occurrence in the range. */
export async function listUidsBetween(
  db: Db,
  scope: Scope,
  calendarId: string,
  from: Date,
  to: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('occurrences as o')
    .innerJoin('events as e', (join) =>
      join.onRef('e.user_id', '=', 'o.user_id').onRef('e.id', '=', 'o.event_id'),
    )
    .select('e.uid')
    .distinct()
    .where('o.user_id', '=', scope.userId)
    .where('o.calendar_id', '=', calendarId)
    .where('o.starts_at', '<', to)
    .where('o.ends_at', '>', from)
    .union(
      // Frequent series may have occurrences after the end of their index.
      db
        .selectFrom('events')
        .select('uid')
        .where('user_id', '=', scope.userId)
        .where('calendar_id', '=', calendarId)
        .where('indexed_until', '<', to)
        .where((eb) => eb.or([eb('recurs_until', 'is', null), eb('recurs_until', '>', from)])),
    )
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** Busy time of one calendar in the range, sorted by start, with the key of each occurrence. */
export function listBusyOfCalendar(
  db: Db,
  scope: Scope,
  calendarId: string,
  from: Date,
  to: Date,
): Promise<{ event_id: string; recurrence_id: string; starts_at: Date; ends_at: Date }[]> {
  return db
    .selectFrom('occurrences')
    .select(['event_id', 'recurrence_id', 'starts_at', 'ends_at'])
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .where('is_busy', '=', true)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('event_id')
    .execute();
}
