import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { DbContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { mintScope, type Scope } from '../../../platform/scope.ts';
import { getTimeRulesForShare } from '../../account/operations/time-rules.ts';
import { isCertainlyFrequent } from '../model/certainly-frequent.ts';
import type { EventRecord } from '../model/event-record.ts';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type IndexedOccurrence,
  indexedInPart,
  type Window,
} from '../model/occurrences.ts';
import { listSeries } from '../store/events.ts';
import { countFrequentSeries, saveIndexedUntil } from '../store/frequent-series.ts';
import {
  countOccurrences,
  deleteOccurrences,
  findWindow,
  insertOccurrences,
  listUsersToExpand,
  saveWindow,
} from '../store/occurrences.ts';
import { expandForIndex } from './expansion.ts';

const DAY_MS = 86_400_000;
/** The window is moved once it is a month behind, not every night. */
const SLACK_DAYS = 30;

export function windowAround(now: Date): Window {
  return { from: now.getTime() - DAYS_BACK * DAY_MS, to: now.getTime() + DAYS_AHEAD * DAY_MS };
}

/** The user's window, created on first use. */
export async function getWindow(db: Db, scope: Scope, now: Date): Promise<Window> {
  const known = await findWindow(db, scope);
  if (known) return known;
  const fresh = windowAround(now);
  await saveWindow(db, scope, fresh);
  return fresh;
}

/** Groups records by calendar and UID, in the order of their first record. */
export function groupByObject(records: readonly EventRecord[]): EventRecord[][] {
  const calendarObjects = new Map<string, EventRecord[]>();
  for (const record of records) {
    const key = `${record.calendarId} ${record.uid}`;
    const calendarObject = calendarObjects.get(key);
    if (calendarObject) calendarObject.push(record);
    else calendarObjects.set(key, [record]);
  }
  return [...calendarObjects.values()];
}

/**
 * Index rows of one user, over all calendars: about 400 MB. Occurrences beyond this limit are expanded when
 * they are read.
 */
const MOST_ROWS = 1_500_000;
/** Below this number, rows are written without counting the existing ones. */
const FREE_ROWS = 5_000;
/** Frequent series of one user: each read pays for expanding all of them. */
export const MOST_FREQUENT = 500;
const ROWS_PER_SLICE = 5_000;
/** Steps for all costly rules of one call. After that, each rule gets only `LEAST_STEPS`. */
const COSTLY_STEPS = 3_000_000;
const MOST_STEPS = 700_000;
const LEAST_STEPS = 50_000;

export interface IndexOptions {
  /** Stops the work with its reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Throws on too many frequent series instead of reporting a problem. For imported files, which the user can
   * correct.
   */
  readonly refusesTooMany?: boolean;
}

/**
 * Rebuilds the index of the given calendar objects, slice by slice. Returns the problems of events that are
 * not shown as their owner intended.
 */
export async function indexObjects(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
  window: Window,
  homeTimeZone: string,
  { signal, refusesTooMany = false }: IndexOptions = {},
): Promise<string[]> {
  if (records.length === 0) return [];
  const problems: string[] = [];
  const ids = records.map(({ id }) => id);
  if (refusesTooMany) {
    const others = await countFrequentSeries(db, scope, ids);
    refuseTooManyFrequent(records, window, homeTimeZone, { others });
  }
  await deleteOccurrences(db, scope, ids);
  const partial = new Map<string, number>();
  let slice = new Map<string, IndexedOccurrence[]>();
  let inSlice = 0;
  let written = 0;
  let room: number | null = null;
  let costly = COSTLY_STEPS;
  const flush = async () => {
    for (const [calendarId, occurrences] of slice)
      await insertOccurrences(db, scope, calendarId, occurrences);
    slice = new Map();
    inSlice = 0;
  };
  for (const calendarObject of groupByObject(records)) {
    signal?.throwIfAborted();
    const [first] = calendarObject;
    if (!first) continue;
    const given = Math.max(LEAST_STEPS, Math.min(MOST_STEPS, costly));
    const expanded = await expandForIndex(scope, {
      calendarObject,
      range: window,
      homeTimeZone,
      steps: given,
    });
    let { shown } = expanded;
    if (given - expanded.left > LEAST_STEPS) costly -= given - expanded.left;
    if (written + shown.occurrences.length > FREE_ROWS) {
      room ??= MOST_ROWS - (await countOccurrences(db, scope, MOST_ROWS)) - inSlice;
      if (shown.occurrences.length > room) shown = { ...shown, ...indexedInPart(shown.occurrences) };
      room -= shown.occurrences.length;
    }
    if (shown.problem) problems.push(`'${first.title}': ${shown.problem}`);
    const master = calendarObject.find(({ recurrence }) => recurrence !== null);
    if (master && shown.completeUntil !== null) partial.set(master.id, shown.completeUntil);
    // Stop early: expanding thousands more would take long, only for the file to be refused in the end.
    if (refusesTooMany && partial.size > MOST_FREQUENT) throw hasTooManyFrequent();
    const known = slice.get(first.calendarId) ?? [];
    for (const occurrence of shown.occurrences) known.push(occurrence);
    slice.set(first.calendarId, known);
    inSlice += shown.occurrences.length;
    written += shown.occurrences.length;
    if (inSlice >= ROWS_PER_SLICE) await flush();
    // A costly rule must not block other requests for longer than its own expansion.
    else await yieldToOthers();
  }
  await flush();
  problems.push(...(await keepFew(db, scope, ids, partial, refusesTooMany)));
  await saveIndexedUntil(db, scope, ids, partial);
  return problems;
}

/** Limits the frequent series to `MOST_FREQUENT`; the others keep only their first occurrences. */
async function keepFew(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  partial: Map<string, number>,
  refuses: boolean,
): Promise<string[]> {
  if (partial.size === 0) return [];
  const room = Math.max(0, MOST_FREQUENT - (await countFrequentSeries(db, scope, ids)));
  const tooMany = [...partial.keys()].slice(room);
  if (tooMany.length === 0) return [];
  if (refuses) throw hasTooManyFrequent();
  for (const id of tooMany) partial.delete(id);
  return [
    `${tooMany.length} more events repeat many times a day. At most ${MOST_FREQUENT} can be shown; of these the first times are.`,
  ];
}

/**
 * Refuses a file before any expansion, as far as arithmetic shows that it has too many frequent series. The
 * others are counted during indexing.
 */
export function refuseTooManyFrequent(
  records: readonly EventRecord[],
  window: Window,
  homeTimeZone: string,
  { others }: { readonly others: number },
): void {
  let count = others;
  for (const record of records) {
    if (isCertainlyFrequent(record, window, homeTimeZone)) count += 1;
    if (count > MOST_FREQUENT) throw hasTooManyFrequent();
  }
}

function hasTooManyFrequent(): AppError {
  return new AppError(
    'unprocessable',
    `The file has too many events that repeat many times a day. At most ${MOST_FREQUENT} of them can be kept. Nothing was imported.`,
  );
}

/** Users whose window has fallen behind. A separate job moves each one. */
export async function listUsersToReindex({ db, clock }: DbContext): Promise<string[]> {
  return listUsersToExpand(db, new Date(clock().getTime() + (DAYS_AHEAD - SLACK_DAYS) * DAY_MS));
}

/** Moves a user's window to the current date and expands the series again. */
export async function moveWindow(platform: DbContext, userId: string): Promise<void> {
  const scope = mintScope(userId, 'system');
  const window = windowAround(platform.clock());
  await platform.db.transaction().execute(async (tx) => {
    const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
    const series = await listSeries(tx, scope, new Date(window.from), new Date(window.to));
    await indexObjects(tx, scope, series, window, homeTimeZone);
    await saveWindow(tx, scope, window);
  });
}
