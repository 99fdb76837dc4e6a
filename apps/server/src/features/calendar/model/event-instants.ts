import { type EventRecord, getEnd, getStart } from './event-record.ts';
import { findLastInstant } from './occurrences.ts';

/** When a record happens, told in the home zone, in epoch milliseconds. */
export interface EventInstants {
  readonly startsAt: number;
  readonly endsAt: number;
  /** The last instant at which a series can still show something, or null when it has no end in sight. */
  readonly recursUntil: number | null;
}

export function toInstants(record: EventRecord, homeTimeZone: string): EventInstants {
  return {
    startsAt: getStart(record, homeTimeZone),
    endsAt: getEnd(record, homeTimeZone),
    recursUntil: findLastInstant(record, homeTimeZone),
  };
}
