import { MAX_SHOWN_PER_WEEK } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import {
  expand,
  InvalidRecurrenceRule,
  RecurrenceTooCostly,
  type StepBudget,
} from '@dayloom/time/recurrence';
import {
  type EventRecord,
  getEnd,
  getStart,
  getZones,
  isThisAndFuture,
  parseRecurrenceId,
  toCalendarTime,
  toRecurrenceId,
  toZonedEventTime,
} from './event-record.ts';

/** The busy index covers 90 days back and 400 days ahead. */
export const DAYS_BACK = 90;
export const DAYS_AHEAD = 400;
/**
 * A series with more occurrences in the window is a frequent series: only its first ones are indexed, and
 * reads expand the rest.
 */
export const MAX_INDEXED = 1_000;
const FIRST_INDEXED = 100;
/** The default limit. */
const MAX_PER_SERIES = 12_000;
/** Steps for finding the last occurrence of a series: enough for 1,600 occurrences of an ordinary rule. */
const STEPS_TO_LAST = 5_000;

export interface IndexWindow {
  readonly from: number;
  readonly to: number;
}

export interface IndexedOccurrence {
  readonly eventId: string;
  /** '' for a single event, else the recurrence id. */
  readonly recurrenceId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isBusy: boolean;
}

export interface ExpandedWindow {
  readonly occurrences: IndexedOccurrence[];
  /** Why the series is not shown as its owner intended. */
  readonly problem: string | null;
  /** All occurrences that start before this are included; null if the whole window is. */
  readonly completeUntil: number | null;
}

/** The index rows of a calendar object. Of a frequent series, only the first occurrences. */
export function expandIndexedOccurrences(
  calendarObject: readonly EventRecord[],
  window: IndexWindow,
  homeTimeZone: string,
  budget?: StepBudget,
): ExpandedWindow {
  const { occurrences, problem } = expandOccurrences(calendarObject, window, homeTimeZone, {
    limit: MAX_INDEXED + 1,
    budget,
  });
  if (occurrences.length <= MAX_INDEXED) return { occurrences, problem, completeUntil: null };
  const weeks = ((occurrences.at(-1)?.startsAt ?? 0) - (occurrences[0]?.startsAt ?? 0)) / (7 * DAY_MS);
  const isCut = occurrences.length > weeks * MAX_SHOWN_PER_WEEK;
  return {
    ...indexedInPart(occurrences),
    problem: isCut
      ? `It repeats too often: only the first ${MAX_SHOWN_PER_WEEK} times of each week are shown.`
      : problem,
  };
}

/** Only the first occurrences, when there are too many for the index. */
export function indexedInPart(
  occurrences: IndexedOccurrence[],
): Pick<ExpandedWindow, 'occurrences' | 'completeUntil'> {
  const completeUntil = occurrences[FIRST_INDEXED]?.startsAt ?? null;
  return {
    occurrences:
      completeUntil === null ? occurrences : occurrences.filter(({ startsAt }) => startsAt < completeUntil),
    completeUntil,
  };
}

/**
 * All occurrences of a calendar object in the window: single events always, and each series up to the end of
 * the window and at most `limit` times. A rule that can't be followed leaves the first occurrence, so that
 * the event is not lost, and `problem` explains it.
 */
export function expandOccurrences(
  calendarObject: readonly EventRecord[],
  window: IndexWindow,
  homeTimeZone: string,
  { limit, budget }: { readonly limit: number; readonly budget?: StepBudget | undefined } = {
    limit: MAX_PER_SERIES,
  },
): Pick<ExpandedWindow, 'occurrences' | 'problem'> {
  const occurrences: IndexedOccurrence[] = [];
  let problem: string | null = null;
  // A mirror event duplicates an event or block that we already have: it is neither shown nor busy.
  if (calendarObject.some(({ madeBy }) => madeBy)) return { occurrences, problem };
  const overrides = calendarObject.filter((record) => record.recurrenceId !== null);
  const masters = calendarObject.filter((record) => record.recurrenceId === null);
  const master = masters.find((record) => record.recurrence !== null);

  for (const single of masters.filter((record) => record.recurrence === null)) {
    if (single.status !== 'cancelled') occurrences.push(toIndexedOccurrence(single, '', homeTimeZone));
  }
  if (!master) {
    // An instance without its series (someone else's invitation) is an event of its own.
    for (const orphan of overrides) {
      if (orphan.status !== 'cancelled')
        occurrences.push(toIndexedOccurrence(orphan, orphan.recurrenceId ?? '', homeTimeZone));
    }
    return { occurrences, problem };
  }
  if (master.status === 'cancelled') return { occurrences, problem };

  const length = getLength(master, homeTimeZone);
  try {
    const expanded = expand(
      {
        start: toCalendarTime(master.start),
        rules: master.recurrence?.rules ?? [],
        exceptionRules: master.recurrence?.exceptionRules ?? [],
        rdates: (master.recurrence?.rdates ?? []).map(({ end, ...start }) => ({
          ...toCalendarTime(start),
          ...(end && { end: toCalendarTime(end) }),
        })),
        exdates: (master.recurrence?.exdates ?? []).map(toCalendarTime),
        overrides: overrides.map((override) => ({
          recurrenceId: toCalendarTime(recurrenceTime(override)),
          start: toOverrideStart(override, homeTimeZone),
          isCancelled: override.status === 'cancelled',
          isThisAndFuture: isThisAndFuture(override),
        })),
      },
      {
        from: window.from - length,
        to: window.to,
        limit,
        floatingTimeZone: homeTimeZone,
        findZone: getZones(master),
        ...(budget && { budget }),
      },
    );
    for (const occurrence of expanded) {
      const override = occurrence.override === null ? undefined : overrides[occurrence.override];
      const shown = override ?? master;
      const shownLength = override ? getLength(override, homeTimeZone) : length;
      const endsAt = occurrence.endsAt ?? occurrence.startsAt + shownLength;
      if (endsAt < window.from) continue;
      const recurrenceId = toRecurrenceId(occurrence.originallyAt, master.isAllDay, homeTimeZone);
      const isOwn = override?.recurrenceId === recurrenceId;
      occurrences.push({
        eventId: shown.id,
        recurrenceId,
        startsAt: occurrence.startsAt,
        endsAt: shown.isAllDay && !isOwn ? wholeDaysLater(shown, occurrence.startsAt, homeTimeZone) : endsAt,
        isBusy: shown.isBusy,
      });
    }
  } catch (error) {
    if (!(error instanceof InvalidRecurrenceRule || error instanceof RecurrenceTooCostly)) throw error;
    problem = `The repeat rule could not be evaluated (${error.message}); only the first time is shown.`;
    occurrences.push(
      toIndexedOccurrence(
        master,
        toRecurrenceId(getStart(master, homeTimeZone), master.isAllDay, homeTimeZone),
        homeTimeZone,
      ),
    );
  }
  return { occurrences, problem };
}

function recurrenceTime(override: EventRecord) {
  const id = override.recurrenceId ?? '';
  return id.includes('T')
    ? { at: id.replace(/[-:]/g, '').replace(/\.\d+/, ''), timeZone: 'UTC' }
    : { at: id.replaceAll('-', ''), timeZone: null };
}

/** In UTC unless it floats: the override's file may define a zone that the file of its series does not. */
function toOverrideStart(override: EventRecord, homeTimeZone: string) {
  if (override.start.timeZone === null) return toCalendarTime(override.start);
  return toCalendarTime(toZonedEventTime(getStart(override, homeTimeZone), 'UTC'));
}

function toIndexedOccurrence(
  record: EventRecord,
  recurrenceId: string,
  homeTimeZone: string,
): IndexedOccurrence {
  return {
    eventId: record.id,
    recurrenceId,
    startsAt: getStart(record, homeTimeZone),
    endsAt: getEnd(record, homeTimeZone),
    isBusy: record.isBusy,
  };
}

function getLength(record: EventRecord, homeTimeZone: string): number {
  return getEnd(record, homeTimeZone) - getStart(record, homeTimeZone);
}

/** An all-day instance ends at midnight, even when a day has 23 or 25 hours. */
function wholeDaysLater(master: EventRecord, startsAt: number, homeTimeZone: string): number {
  const days = Math.round(getLength(master, 'UTC') / DAY_MS);
  const start = toRecurrenceId(startsAt, true, homeTimeZone);
  const end = new Date(Date.parse(`${start}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  return parseRecurrenceId(end, homeTimeZone) ?? startsAt;
}

/** The last instant at which a series can have an occurrence, or null when it has no known end. */
export function findLastInstant(record: EventRecord, homeTimeZone: string): number | null {
  const rules = record.recurrence?.rules ?? [];
  if (!record.recurrence || rules.some((rule) => !/(?:UNTIL|COUNT)=/i.test(rule))) return null;
  const length = getLength(record, homeTimeZone);
  try {
    const times = expand(
      {
        start: toCalendarTime(record.start),
        rules,
        rdates: record.recurrence.rdates.map(({ end: _end, ...start }) => toCalendarTime(start)),
      },
      {
        limit: MAX_PER_SERIES,
        floatingTimeZone: homeTimeZone,
        findZone: getZones(record),
        budget: { left: STEPS_TO_LAST },
      },
    );
    const last = times.at(-1);
    return times.length < MAX_PER_SERIES && last ? (last.endsAt ?? last.startsAt + length) : null;
  } catch {
    return null;
  }
}
