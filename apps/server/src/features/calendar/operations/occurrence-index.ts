import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { DAY_MS } from '@dayloom/time';
import { getTimeRulesForShare } from '#features/account/operations/time-rules.ts';
import type { DbContext } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { isCertainlyFrequent } from '../model/certainly-frequent.ts';
import type { EventRecord } from '../model/event-record.ts';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type IndexedOccurrence,
  type IndexWindow,
  indexedInPart,
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

/** The window moves when it is a month behind, not every night. */
const SLACK_DAYS = 30;

export function toIndexWindow(now: Date): IndexWindow {
  return { from: now.getTime() - DAYS_BACK * DAY_MS, to: now.getTime() + DAYS_AHEAD * DAY_MS };
}

/** The user's window. It is created at the first use. */
export async function getWindow(db: Db, scope: Scope, now: Date): Promise<IndexWindow> {
  const known = await findWindow(db, scope);
  if (known) return known;
  const fresh = toIndexWindow(now);
  await saveWindow(db, scope, fresh);
  return fresh;
}

/** Calendar objects by calendar and UID, in the order of their first record. */
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
 * Maximum number of indexed occurrences of one user, about 400 MB. Others are expanded when they are read.
 */
const MAX_ROWS = 1_500_000;
/** Fewer than this are written without counting the existing ones. */
const FREE_ROWS = 5_000;
/** Maximum number of series of one user that are expanded at each read. */
export const MAX_FREQUENT = 500;
const ROWS_PER_SLICE = 5_000;
/** Expansion steps for all costly rules of one call. After that, each rule gets `MIN_STEPS`. */
const COSTLY_STEPS = 3_000_000;
const MAX_STEPS = 700_000;
const MIN_STEPS = 50_000;

export interface IndexOptions {
  /** Aborts the work with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Throws if there is too much, instead of reporting it. For files, because their owner can change them. */
  readonly refusesTooMany?: boolean;
  /** Nothing of the objects is in the index yet. */
  readonly isNew?: boolean;
}

/** Rewrites the index of the given calendar objects, slice by slice. Returns what is not shown in full. */
export async function indexObjects(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
  window: IndexWindow,
  homeTimeZone: string,
  { signal, refusesTooMany = false, isNew = false }: IndexOptions = {},
): Promise<string[]> {
  if (records.length === 0) return [];
  const problems: string[] = [];
  const ids = records.map(({ id }) => id);
  if (refusesTooMany) {
    const others = await countFrequentSeries(db, scope, ids);
    refuseTooManyFrequent(records, window, homeTimeZone, { others });
  }
  if (!isNew) await deleteOccurrences(db, scope, ids);
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
    const given = Math.max(MIN_STEPS, Math.min(MAX_STEPS, costly));
    const expanded = await expandForIndex(scope, {
      calendarObject,
      range: window,
      homeTimeZone,
      steps: given,
    });
    let { shown } = expanded;
    if (given - expanded.left > MIN_STEPS) costly -= given - expanded.left;
    if (written + shown.occurrences.length > FREE_ROWS) {
      room ??= MAX_ROWS - (await countOccurrences(db, scope, MAX_ROWS)) - inSlice;
      if (shown.occurrences.length > room) shown = { ...shown, ...indexedInPart(shown.occurrences) };
      room -= shown.occurrences.length;
    }
    if (shown.problem) problems.push(`'${first.title}': ${shown.problem}`);
    const master = calendarObject.find(({ recurrence }) => recurrence !== null);
    if (master && shown.completeUntil !== null) partial.set(master.id, shown.completeUntil);
    // Stop early: the file is refused anyway, and each further expansion costs time.
    if (refusesTooMany && partial.size > MAX_FREQUENT) throw tooManyFrequentSeries();
    const known = slice.get(first.calendarId) ?? [];
    for (const occurrence of shown.occurrences) known.push(occurrence);
    slice.set(first.calendarId, known);
    inSlice += shown.occurrences.length;
    written += shown.occurrences.length;
    if (inSlice >= ROWS_PER_SLICE) await flush();
    // A costly rule must not hold up other requests longer than its own expansion takes.
    else await yieldToOthers();
  }
  await flush();
  problems.push(...(await limitFrequentSeries(db, scope, ids, partial, refusesTooMany)));
  if (!isNew || partial.size > 0) await saveIndexedUntil(db, scope, ids, partial);
  return problems;
}

/** Limits the number of series that are expanded at each read. */
async function limitFrequentSeries(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  partial: Map<string, number>,
  refuses: boolean,
): Promise<string[]> {
  if (partial.size === 0) return [];
  const room = Math.max(0, MAX_FREQUENT - (await countFrequentSeries(db, scope, ids)));
  const tooMany = [...partial.keys()].slice(room);
  if (tooMany.length === 0) return [];
  if (refuses) throw tooManyFrequentSeries();
  for (const id of tooMany) partial.delete(id);
  return [
    `${tooMany.length} more events repeat many times a day. At most ${MAX_FREQUENT} such events can be shown in full; of these, only the first times are shown.`,
  ];
}

/**
 * Refuses before any expansion. Series whose number of times only an expansion can show are checked later.
 */
export function refuseTooManyFrequent(
  records: readonly EventRecord[],
  window: IndexWindow,
  homeTimeZone: string,
  { others }: { readonly others: number },
): void {
  let count = others;
  for (const record of records) {
    if (isCertainlyFrequent(record, window, homeTimeZone)) count += 1;
    if (count > MAX_FREQUENT) throw tooManyFrequentSeries();
  }
}

function tooManyFrequentSeries(): AppError {
  return new AppError(
    'unprocessable',
    `The file has too many events that repeat many times a day. At most ${MAX_FREQUENT} are allowed. Nothing was imported.`,
  );
}

/** Users whose window is behind. A separate job moves each one. */
export async function listUsersToReindex({ db, clock }: DbContext): Promise<string[]> {
  return listUsersToExpand(db, new Date(clock().getTime() + (DAYS_AHEAD - SLACK_DAYS) * DAY_MS));
}

/** Moves a user's window to today and expands the series again. */
export async function moveWindow(platform: DbContext, userId: string): Promise<void> {
  const scope = mintScope(userId, 'system');
  const window = toIndexWindow(platform.clock());
  await platform.db.transaction().execute(async (tx) => {
    const { homeTimeZone } = await getTimeRulesForShare(tx, scope);
    const series = await listSeries(tx, scope, new Date(window.from), new Date(window.to));
    await indexObjects(tx, scope, series, window, homeTimeZone);
    await saveWindow(tx, scope, window);
  });
}
