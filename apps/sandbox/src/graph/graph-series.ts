import type * as Graph from '@microsoft/microsoft-graph-types';
import type { GraphEvent, Mailbox } from './graph-mailbox.ts';
import { expand, toDateTimeTimeZone, toInstant, windowsZone } from './graph-times.ts';

/** The changed occurrences of a series. */
export function listExceptions(mailbox: Mailbox, masterId: string): GraphEvent[] {
  return Object.values(mailbox.events).filter(({ seriesMasterId }) => seriesMasterId === masterId);
}

/** The occurrences of a series in a range: unchanged and changed ones. */
export function expandOccurrences(
  mailbox: Mailbox,
  master: GraphEvent,
  from: number,
  to: number,
): GraphEvent[] {
  const exceptions = listExceptions(mailbox, master.id);
  const replaced = new Set(exceptions.map(({ id }) => id));
  const cancelled = new Set(master.cancelledOccurrences ?? []);
  const { recurrence: _, cancelledOccurrences: __, singleValueExtendedProperties: ___, ...shared } = master;
  const regular = expand(master, from, to).map(
    ({ startsAt, endsAt }): GraphEvent => ({
      ...shared,
      id: `${master.id}.${startsAt}`,
      type: 'occurrence',
      seriesMasterId: master.id,
      originalStart: new Date(startsAt).toISOString(),
      start: toDateTimeTimeZone(startsAt, 'UTC'),
      end: toDateTimeTimeZone(endsAt, 'UTC'),
    }),
  );
  return [
    ...regular.filter(
      ({ id, originalStart }) =>
        !replaced.has(id) && !cancelled.has(toOccurrenceId(master, Date.parse(originalStart ?? ''))),
    ),
    ...exceptions.filter((event) => overlapsRange(event, from, to)),
  ];
}

/** `OID.{id}.{day}`, with the day in the zone of the series. */
export function toOccurrenceId(master: GraphEvent, startsAt: number): string {
  const zone = master.recurrence?.range?.recurrenceTimeZone ?? 'UTC';
  return `OID.${master.id}.${toDateTimeTimeZone(startsAt, zone).dateTime?.slice(0, 10)}`;
}

/** A recurrence without a zone uses that of its start. */
export function withZone(
  recurrence: Graph.PatternedRecurrence,
  zone: string | null | undefined,
): Graph.PatternedRecurrence {
  const { range } = recurrence;
  return {
    ...recurrence,
    range: { ...range, recurrenceTimeZone: windowsZone(range?.recurrenceTimeZone || (zone ?? 'UTC')) },
  };
}

export function overlapsRange(event: Graph.Event, from: number, to: number): boolean {
  const start = toInstant(event.start);
  const end = toInstant(event.end);
  return start < to && (end > from || (start === end && start >= from));
}

/** The range that an event covers; unlimited for a series without an end. */
export function toSearchRange(event: Graph.Event): [number, number] {
  return [
    toInstant(event.start),
    event.recurrence ? Number.MAX_SAFE_INTEGER : Math.max(toInstant(event.end), toInstant(event.start) + 1),
  ];
}
