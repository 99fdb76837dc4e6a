import type { EventChange } from '@dayloom/contracts';
import { localMsOf, localOfMs } from '@dayloom/time';
import { formatLocal, type StepBudget } from '@dayloom/time/recurrence';
import type { EventTime } from './event.ts';
import { calendarTimeOf, type EventRecord } from './event-record.ts';

/** All records of one UID: a series with its overrides, or a single event. */
export type ObjectRecords = readonly EventRecord[];

/** The calendar objects after an edit: each UID with the records that replace what was there. */
export interface Edit {
  readonly calendarObjects: readonly {
    readonly uid: string;
    readonly records: ObjectRecords;
    /** The UID of the series that this one is the second part of. */
    readonly splitFrom?: string;
  }[];
  /** The record that now carries the change. */
  readonly eventId: string;
}

/** What the instances of a series depend on beside it. */
export interface SeriesContext {
  readonly homeTimeZone: string;
  /** Shared by all that follows the rules; without it each time has one of its own. */
  readonly budget?: StepBudget;
}

export function itemOf(master: EventRecord) {
  const { rules = [], exceptionRules = [], rdates = [], exdates = [] } = master.recurrence ?? {};
  return {
    start: calendarTimeOf(master.start),
    rules,
    exceptionRules,
    rdates: rdates.map(({ end: _end, ...start }) => calendarTimeOf(start)),
    exdates: exdates.map(calendarTimeOf),
  };
}

/** What a change says of any record, whatever it does to its times. */
export function plainFields(change: EventChange) {
  return {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.location !== undefined && { location: change.location }),
    ...(change.isBusy !== undefined && { isBusy: change.isBusy, chosenFree: !change.isBusy }),
    // What we changed is no longer what the file said.
    source: null,
  };
}

export function shifted(time: EventTime, byMs: number): EventTime {
  const calendarTime = calendarTimeOf(time);
  return { ...time, at: formatLocal(localOfMs(localMsOf(calendarTime.local) + byMs), calendarTime.isDate) };
}

/** On the wall clock, in milliseconds. */
export function localLength(master: EventRecord): number {
  return localMsOf(calendarTimeOf(master.end).local) - localMsOf(calendarTimeOf(master.start).local);
}
