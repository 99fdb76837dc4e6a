import type { EventChange } from '@dayloom/contracts';
import { fromLocalMs, toLocalMs } from '@dayloom/time';
import { formatLocal, type StepBudget } from '@dayloom/time/recurrence';
import type { EventTime } from './event.ts';
import { type EventRecord, toCalendarTime } from './event-record.ts';

/**
 * The calendar objects after an edit: each UID with the records (a series with its overrides, or a single event) that
 * replace its previous ones.
 */
export interface Edit {
  readonly calendarObjects: readonly {
    readonly uid: string;
    readonly records: readonly EventRecord[];
    /** The UID of the series whose second part this is. */
    readonly splitFrom?: string;
  }[];
  /** The record that the change applies to now. */
  readonly eventId: string;
}

/** What the instances of a series depend on, besides the series itself. */
export interface SeriesContext {
  readonly homeTimeZone: string;
  /** Shared by all expansions. Without it, each expansion has its own budget. */
  readonly budget?: StepBudget;
}

export function toRecurringItem(master: EventRecord) {
  const { rules = [], exceptionRules = [], rdates = [], exdates = [] } = master.recurrence ?? {};
  return {
    start: toCalendarTime(master.start),
    rules,
    exceptionRules,
    rdates: rdates.map(({ end: _end, ...start }) => toCalendarTime(start)),
    exdates: exdates.map(toCalendarTime),
  };
}

/** The fields of a change other than its times. */
export function plainFields(change: EventChange) {
  return {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.location !== undefined && { location: change.location }),
    ...(change.isBusy !== undefined && { isBusy: change.isBusy, chosenFree: !change.isBusy }),
    // The file's text no longer describes the changed event.
    source: null,
  };
}

export function shiftTime(time: EventTime, byMs: number): EventTime {
  const calendarTime = toCalendarTime(time);
  return { ...time, at: formatLocal(fromLocalMs(toLocalMs(calendarTime.local) + byMs), calendarTime.isDate) };
}

/** The length on the wall clock, in milliseconds. */
export function getLocalLengthMs(master: EventRecord): number {
  return toLocalMs(toCalendarTime(master.end).local) - toLocalMs(toCalendarTime(master.start).local);
}
