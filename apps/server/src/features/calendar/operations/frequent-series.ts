import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecord } from '../model/event-record.ts';
import type { IndexedOccurrence, IndexWindow } from '../model/occurrences.ts';
import { type FrequentObject, listFrequentObjects } from '../store/frequent-series.ts';
import { expandInRange } from './expansion.ts';

/** The budget of one read for all series that it expands: about a second of work. */
const STEPS = 1_000_000;

export interface FrequentOccurrences {
  readonly calendarObject: readonly EventRecord[];
  readonly occurrences: readonly IndexedOccurrence[];
}

export interface FrequentLimits {
  /** Most occurrences of each series. */
  readonly perSeries: number;
  /** Most occurrences of all series, divided equally. */
  readonly total: number;
  /** Series that the caller would drop are not expanded: each may take a second. */
  readonly isAsked?: (object: FrequentObject) => boolean;
}

/** The occurrences of frequent series in a range that the index does not contain, within the limits. */
export async function listFrequentOccurrences(
  db: Db,
  scope: Scope,
  { from, to }: IndexWindow,
  homeTimeZone: string,
  { perSeries, total, isAsked = () => true }: FrequentLimits,
): Promise<FrequentOccurrences[]> {
  const found = await listFrequentObjects(db, scope, new Date(from), new Date(to));
  const calendarObjects = found.filter(isAsked);
  const limit = Math.min(perSeries, Math.floor(total / Math.max(1, calendarObjects.length)));
  // Each series has its own share, so that a costly rule takes nothing from the others.
  const share = Math.floor(STEPS / Math.max(1, calendarObjects.length));
  const frequent: FrequentOccurrences[] = [];
  for (const { calendarObject, indexedUntil } of calendarObjects) {
    const range = { from: Math.max(from, indexedUntil.getTime()), to };
    const occurrences = await expandInRange(scope, calendarObject, range, homeTimeZone, {
      limit,
      steps: share,
    });
    const isInRange = ({ startsAt, endsAt }: IndexedOccurrence) => startsAt < to && endsAt >= from;
    frequent.push({ calendarObject, occurrences: occurrences.filter(isInRange) });
  }
  return frequent;
}
