import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecurrence } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
import type { Window } from '../model/occurrences.ts';
import type { EventTable } from './tables.ts';

/** What a list of occurrences shows of an event. */
export type ShownEvent = Pick<
  EventRecord,
  | 'id'
  | 'calendarId'
  | 'title'
  | 'description'
  | 'location'
  | 'status'
  | 'isBusy'
  | 'isAllDay'
  | 'start'
  | 'end'
  | 'details'
  | 'source'
  | 'chosenFree'
  | 'version'
>;

export interface OccurrenceRow {
  readonly event: ShownEvent;
  readonly recurrenceId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Also on an override, if its series exists here. */
  readonly isRecurring: boolean;
  /** The recurrence of the series; an override has no rules itself. */
  readonly recurrence: EventRecurrence | null;
}

interface ShownRow
  extends Pick<
    Selectable<EventTable>,
    | 'id'
    | 'calendar_id'
    | 'title'
    | 'description'
    | 'location'
    | 'status'
    | 'is_busy'
    | 'is_all_day'
    | 'start_local'
    | 'end_local'
    | 'time_zone'
    | 'source'
    | 'recurrence'
    | 'version'
  > {
  readonly details: Selectable<EventTable>['details'] | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly instance: string;
}

/**
 * Occurrences that touch `[from, to)`, including those of zero length, sorted by start.
 *
 * Each event is looked up by its key (lateral, `offset 0`). As a plain join PostgreSQL compares every
 * occurrence with every event of the user as long as it has no statistics of a table that has just grown.
 */
export async function listOccurrenceRows(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<ShownRow>`
    select o.starts_at, o.ends_at, o.recurrence_id as instance, e.*
    from occurrences o cross join lateral (
      select id, calendar_id, title, description, location, status, is_busy, is_all_day, start_local, end_local,
        time_zone, version,
        case when details ?| array['isFree', 'chosenFree', 'shortened'] then details end as details,
        case when is_all_day then source end as source,
        case when recurrence_id is null then recurrence else (
          select series.recurrence from events series
          where series.user_id = own.user_id and series.calendar_id = own.calendar_id
            and series.uid = own.uid and series.recurrence_id is null
        ) end as recurrence
      from events own
      where own.user_id = o.user_id and own.id = o.event_id
      offset 0
    ) e
    where o.user_id = ${scope.userId} and o.starts_at < ${to} and o.ends_at >= ${from}
      and (o.ends_at > ${from} or o.starts_at = o.ends_at)
    order by o.starts_at, o.event_id
  `.execute(db);
  return rows.map((row) => ({
    event: toShownEvent(row),
    recurrence: row.recurrence,
    recurrenceId: row.instance,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isRecurring: row.recurrence !== null,
  }));
}

function toShownEvent(row: ShownRow): ShownEvent {
  const { chosenFree = false, ...details } = row.details ?? {};
  return {
    id: row.id,
    calendarId: row.calendar_id,
    title: row.title,
    description: row.description,
    location: row.location,
    status: row.status,
    isBusy: row.is_busy,
    isAllDay: row.is_all_day,
    start: { at: row.start_local, timeZone: row.time_zone },
    end: { at: row.end_local, timeZone: row.time_zone },
    details,
    source: row.source,
    chosenFree,
    version: row.version,
  };
}

/** The indexed window, and whether a frequent series may have occurrences in the range after its index. */
export async function findReadState(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<{ window: Window | null; hasFrequent: boolean }> {
  const { rows } = await sql<{ from: Date | null; to: Date | null; hasFrequent: boolean }>`
    select w.expanded_from as "from", w.expanded_to as "to", exists (
      select from events
      where user_id = ${scope.userId} and indexed_until < ${to}
        and (recurs_until is null or recurs_until >= ${from})
    ) as "hasFrequent"
    from (select) as one
    left join occurrence_windows w on w.user_id = ${scope.userId}
  `.execute(db);
  const [row] = rows;
  const window = row?.from && row.to ? { from: row.from.getTime(), to: row.to.getTime() } : null;
  return { window, hasFrequent: row?.hasFrequent ?? false };
}
