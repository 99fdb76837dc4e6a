import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import type { EventRecord } from '../model/event-record.ts';
import {
  expandIndexedOccurrences,
  expandOccurrences,
  type IndexedOccurrence,
  type IndexWindow,
} from '../model/occurrences.ts';
import type { ExpandedObject, FileRead, FileToRead, ObjectToExpand, ReadEvent } from './calendar-worker.ts';

const WORKER = new URL('./calendar-worker.ts', import.meta.url);

/** Reads a file in a worker thread. Throws `unprocessable` when that takes too long or too much memory. */
export function readFileInWorker(
  { userId }: Scope,
  file: FileToRead,
  onEvents: (events: readonly ReadEvent[]) => void,
  { ms, signal }: { readonly ms: number; readonly signal?: AbortSignal | undefined },
): Promise<FileRead> {
  return untrustedWork.run<FileRead>({
    owner: userId,
    module: WORKER,
    name: 'readFile',
    argument: file,
    onProgress: onEvents,
    ms,
    signal,
  });
}

/** A few milliseconds of work: a daily rule takes 1,600 steps for the whole window of the index. */
const STEPS_INLINE = 2_500;
const DATES_INLINE = 500;
/** The time limit for one event. Its steps are limited too, which takes a second or two. */
const EXPANSION_MS = 15_000;
const WITHIN_DAY = /FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/i;

/**
 * Whether the work on a calendar object is certain to be small within `STEPS_INLINE`. The budget does not
 * count the object's size or the zones that its file defines, so these are checked here.
 */
export function isSmall(calendarObject: readonly EventRecord[]): boolean {
  if (
    calendarObject.length > DATES_INLINE ||
    calendarObject.some(({ zoneDefinition }) => zoneDefinition !== null)
  )
    return false;
  if (countDates(calendarObject) > DATES_INLINE) return false;
  return calendarObject.every(({ recurrence }) => {
    if (!recurrence) return true;
    const { rules, exceptionRules } = recurrence;
    return [...rules, ...exceptionRules].every((rule) => !WITHIN_DAY.test(rule));
  });
}

/** Number of RDATEs and EXDATEs of a calendar object. */
export function countDates(calendarObject: readonly EventRecord[]): number {
  return calendarObject.reduce(
    (sum, { recurrence }) => sum + (recurrence ? recurrence.rdates.length + recurrence.exdates.length : 0),
    0,
  );
}

/** The index rows of a calendar object. Small work is done inline, the rest in a worker thread. */
export async function expandForIndex(scope: Scope, asked: ObjectToExpand): Promise<ExpandedObject> {
  const { calendarObject, range, homeTimeZone, steps } = asked;
  if (isSmall(calendarObject)) {
    const budget = { left: STEPS_INLINE };
    const shown = expandIndexedOccurrences(calendarObject, range, homeTimeZone, budget);
    if (budget.left >= 0) return { shown, left: steps - (STEPS_INLINE - budget.left) };
  }
  const problem = 'Its repeat rule takes too long to evaluate; none of its times are shown.';
  const nothing = { shown: { occurrences: [], problem, completeUntil: null }, left: 0 };
  return expandInWorker<ExpandedObject>(scope, 'expandForIndex', asked, nothing);
}

/**
 * Runs one expansion in a worker thread. An event that takes too much is left out, so that it can't keep its
 * calendar from being synced or shown.
 */
async function expandInWorker<Result>(
  { userId }: Scope,
  name: string,
  argument: ObjectToExpand,
  otherwise: Result,
): Promise<Result> {
  try {
    return await untrustedWork.run<Result>({
      owner: userId,
      module: WORKER,
      name,
      argument,
      ms: EXPANSION_MS,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return otherwise;
    throw error;
  }
}

/** The occurrences of a calendar object in a range, at most `limit`. */
export async function expandInRange(
  scope: Scope,
  calendarObject: readonly EventRecord[],
  range: IndexWindow,
  homeTimeZone: string,
  { limit, steps }: { readonly limit: number; readonly steps: number },
): Promise<readonly IndexedOccurrence[]> {
  if (isSmall(calendarObject)) {
    const budget = { left: STEPS_INLINE };
    const { occurrences } = expandOccurrences(calendarObject, range, homeTimeZone, { limit, budget });
    if (budget.left >= 0) return occurrences;
  }
  const asked = { calendarObject, range, homeTimeZone, limit, steps };
  return expandInWorker<IndexedOccurrence[]>(scope, 'expandInRange', asked, []);
}
