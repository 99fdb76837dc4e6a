import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import { untrustedWork } from '#platform/untrusted-work.ts';
import type { EventRecord } from '../model/event-record.ts';
import {
  expandIndexedOccurrences,
  expandOccurrences,
  type IndexedOccurrence,
  type Window,
} from '../model/occurrences.ts';
import type { ExpandedObject, FileRead, FileToRead, ObjectToExpand, ReadEvent } from './calendar-worker.ts';

const WORKER = new URL('./calendar-worker.ts', import.meta.url);

/** Reads a file in a thread. Refuses with `unprocessable` what takes too long or too much memory. */
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

/** Some milliseconds of work: a daily rule in all of the index's window takes 1,600 steps. */
const STEPS_INLINE = 2_500;
const DATES_INLINE = 500;
/** For one event; its steps are counted too and take a second or two. */
const EXPANSION_MS = 15_000;
const WITHIN_DAY = /FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/i;

/**
 * Whether the work on a calendar object is certain to be small, given `STEPS_INLINE`: what the budget does not count is the
 * calendar object's own size and the zones that its file defines.
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

/** Dates that the rules of a calendar object are added to and lessened by. */
export function countDates(calendarObject: readonly EventRecord[]): number {
  return calendarObject.reduce(
    (sum, { recurrence }) => sum + (recurrence ? recurrence.rdates.length + recurrence.exdates.length : 0),
    0,
  );
}

/** What goes into the index of a calendar object. Small work is done at once, all else in a thread. */
export async function expandForIndex(scope: Scope, asked: ObjectToExpand): Promise<ExpandedObject> {
  const { calendarObject, range, homeTimeZone, steps } = asked;
  if (isSmall(calendarObject)) {
    const budget = { left: STEPS_INLINE };
    const shown = expandIndexedOccurrences(calendarObject, range, homeTimeZone, budget);
    if (budget.left >= 0) return { shown, left: steps - (STEPS_INLINE - budget.left) };
  }
  const problem = 'Following its rule takes too much work; none of its times are shown.';
  const nothing = { shown: { occurrences: [], problem, completeUntil: null }, left: 0 };
  return expandAside<ExpandedObject>(scope, 'expandForIndex', asked, nothing);
}

/** One event that takes too much must not keep a calendar from being synced or shown: it is left out. */
async function expandAside<Result>(
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

/** What a calendar object shows in a range, at most `limit` times. */
export async function expandInRange(
  scope: Scope,
  calendarObject: readonly EventRecord[],
  range: Window,
  homeTimeZone: string,
  { limit, steps }: { readonly limit: number; readonly steps: number },
): Promise<readonly IndexedOccurrence[]> {
  if (isSmall(calendarObject)) {
    const budget = { left: STEPS_INLINE };
    const { occurrences } = expandOccurrences(calendarObject, range, homeTimeZone, { limit, budget });
    if (budget.left >= 0) return occurrences;
  }
  const asked = { calendarObject, range, homeTimeZone, limit, steps };
  return expandAside<IndexedOccurrence[]>(scope, 'expandInRange', asked, []);
}
