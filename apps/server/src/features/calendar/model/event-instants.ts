import { type EventRecord, getEnd, getStart, getZones, instantOfStored } from './event-record.ts';
import { findLastInstant } from './occurrences.ts';

/** When a record happens, told in the home zone, in epoch milliseconds. */
export interface EventInstants {
  /** Of a series: its first instance, which may be one that was added (RDATE) before its start. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The last instant at which a series can still show something, or null when it has no end in sight. */
  readonly recursUntil: number | null;
}

export function toInstants(record: EventRecord, homeTimeZone: string): EventInstants {
  const findZone = getZones(record);
  const added = (record.recurrence?.rdates ?? []).map((time) =>
    instantOfStored(time, homeTimeZone, findZone),
  );
  const startsAt = getStart(record, homeTimeZone);
  return {
    startsAt: added.reduce((first, at) => Math.min(first, at), startsAt),
    endsAt: getEnd(record, homeTimeZone),
    recursUntil: findLastInstant(record, homeTimeZone),
  };
}
