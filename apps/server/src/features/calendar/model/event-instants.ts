import { type EventRecord, endOf, instantOfStored, startOf, zonesOf } from './event-record.ts';
import { lastInstantOf } from './occurrences.ts';

/** When a record happens, told in the home zone, in epoch milliseconds. */
export interface EventInstants {
  /** Of a series: its first instance, which may be one that was added (RDATE) before its start. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The last instant at which a series can still show something, or null when it has no end in sight. */
  readonly recursUntil: number | null;
}

export function instantsOf(record: EventRecord, homeTimeZone: string): EventInstants {
  const findZone = zonesOf(record);
  const added = (record.recurrence?.rdates ?? []).map((time) =>
    instantOfStored(time, homeTimeZone, findZone),
  );
  const startsAt = startOf(record, homeTimeZone);
  return {
    startsAt: added.reduce((first, at) => Math.min(first, at), startsAt),
    endsAt: endOf(record, homeTimeZone),
    recursUntil: lastInstantOf(record, homeTimeZone),
  };
}
