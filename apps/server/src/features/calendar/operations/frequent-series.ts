import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecord } from '../model/event-record.ts';
import type { IndexedOccurrence, Window } from '../model/occurrences.ts';
import { listFrequentObjects } from '../store/frequent-series.ts';
import { expandInRange } from './expansion.ts';

/** The budget of one read for all series that it expands: about a second of work. */
const STEPS = 1_000_000;

export interface FrequentOccurrences {
  readonly calendarObject: readonly EventRecord[];
  readonly occurrences: readonly IndexedOccurrence[];
  readonly blocksTime: boolean;
}

/**
 * The occurrences of frequent series in a range that the index does not contain: at most `perSeries` of each
 * series and `total` of all, divided equally.
 */
export async function listFrequentOccurrences(
  db: Db,
  scope: Scope,
  { from, to }: Window,
  homeTimeZone: string,
  { perSeries, total }: { readonly perSeries: number; readonly total: number },
): Promise<FrequentOccurrences[]> {
  const calendarObjects = await listFrequentObjects(db, scope, new Date(from), new Date(to));
  const limit = Math.min(perSeries, Math.floor(total / Math.max(1, calendarObjects.length)));
  // Each series has its own share, so that a costly rule takes nothing from the others.
  const share = Math.floor(STEPS / Math.max(1, calendarObjects.length));
  const found: FrequentOccurrences[] = [];
  for (const { calendarObject, indexedUntil, blocksTime } of calendarObjects) {
    const range = { from: Math.max(from, indexedUntil.getTime()), to };
    const occurrences = await expandInRange(scope, calendarObject, range, homeTimeZone, {
      limit,
      steps: share,
    });
    const isInRange = ({ startsAt, endsAt }: IndexedOccurrence) => startsAt < to && endsAt >= from;
    found.push({ calendarObject, blocksTime, occurrences: occurrences.filter(isInRange) });
  }
  return found;
}
