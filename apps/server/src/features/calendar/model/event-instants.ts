import { type EventRecord, endOf, startOf } from './event-record.ts';
import { lastInstantOf } from './occurrences.ts';

/** When a record happens, told in the home zone, in epoch milliseconds. */
export interface EventInstants {
  readonly startsAt: number;
  readonly endsAt: number;
  /** The last instant at which a series can still show something, or null when it has no end in sight. */
  readonly recursUntil: number | null;
}

export function instantsOf(record: EventRecord, homeTimeZone: string): EventInstants {
  return {
    startsAt: startOf(record, homeTimeZone),
    endsAt: endOf(record, homeTimeZone),
    recursUntil: lastInstantOf(record, homeTimeZone),
  };
}
