import { type EventRecord, getEnd, getInstant, getStart, getZones } from './event-record.ts';
import { findLastInstant } from './occurrences.ts';

/** When a record happens, in epoch milliseconds. Floating times are resolved in the home zone. */
export interface EventInstants {
  /** For a series: its first instance, which may be an RDATE before DTSTART. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The last instant at which a series can have an occurrence, or null when it has no known end. */
  readonly recursUntil: number | null;
}

export function toInstants(record: EventRecord, homeTimeZone: string): EventInstants {
  const findZone = getZones(record);
  const added = (record.recurrence?.rdates ?? []).map((time) => getInstant(time, homeTimeZone, findZone));
  const startsAt = getStart(record, homeTimeZone);
  return {
    startsAt: added.reduce((first, at) => Math.min(first, at), startsAt),
    endsAt: getEnd(record, homeTimeZone),
    recursUntil: findLastInstant(record, homeTimeZone),
  };
}
