import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecurrence } from '../model/event.ts';
import type { EventRecord } from '../model/event-record.ts';
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
}

export interface IndexedRead {
  /** Sorted by start. */
  readonly rows: OccurrenceRow[];
  /** Whether these are all: the range is inside the indexed window, and no frequent series ends before it. */
  readonly isComplete: boolean;
}

/**
 * Indexed occurrences that touch `[from, to)`, including those of zero length.
 *
 * The events come in a statement of their own, each once. In a join PostgreSQL compares every occurrence with
 * every event of the user as long as it has no statistics of tables that have just grown.
 */
export async function readIndexed(db: Db, scope: Scope, from: Date, to: Date): Promise<IndexedRead> {
  const inRange = sql`
    o.user_id = ${scope.userId} and o.starts_at < ${to} and o.ends_at >= ${from}
    and (o.ends_at > ${from} or o.starts_at = o.ends_at)
  `;
  const [times, shown] = await Promise.all([
    sql<{ event_id: string; starts_at: Date; ends_at: Date; recurrence_id: string; is_complete: boolean }>`
      select o.event_id, o.starts_at, o.ends_at, o.recurrence_id, state.is_complete
      from (select ${isIndexComplete(scope, from, to)} as is_complete) state
      left join occurrences o on ${inRange}
      order by o.starts_at, o.event_id
    `.execute(db),
    sql<ShownRow>`
      select id, calendar_id, title, description, location, status, is_busy, is_all_day, start_local, end_local,
        time_zone, version,
        case when details ?| array['isFree', 'chosenFree', 'shortened', 'attendees', 'organizer']
          then details - 'asWritten' end as details,
        case when is_all_day then source end as source,
        case when recurrence_id is null then recurrence else (
          select series.recurrence from events series
          where series.user_id = e.user_id and series.calendar_id = e.calendar_id
            and series.uid = e.uid and series.recurrence_id is null
        ) end as recurrence
      from events e
      where user_id = ${scope.userId} and id = any(array(select o.event_id from occurrences o where ${inRange}))
    `.execute(db),
  ]);
  const events = new Map(shown.rows.map((row) => [row.id, { event: toShownEvent(row), row }]));
  const rows: OccurrenceRow[] = [];
  for (const {
    event_id: id,
    starts_at: startsAt,
    ends_at: endsAt,
    recurrence_id: recurrenceId,
  } of times.rows) {
    const found = events.get(id);
    if (!found) continue;
    const { recurrence } = found.row;
    rows.push({
      event: found.event,
      recurrence,
      recurrenceId,
      startsAt,
      endsAt,
      isRecurring: recurrence !== null,
    });
  }
  return { rows, isComplete: times.rows[0]?.is_complete ?? false };
}

function isIndexComplete(scope: Scope, from: Date, to: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from occurrence_windows
    where user_id = ${scope.userId} and expanded_from <= ${from} and expanded_to >= ${to}
  ) and not exists (
    select from events
    where user_id = ${scope.userId} and indexed_until < ${to} and (recurs_until is null or recurs_until >= ${from})
  )`;
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
