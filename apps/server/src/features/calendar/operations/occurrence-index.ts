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

/** The window is moved on when it is a month behind, not every night. */
const SLACK_DAYS = 30;

export function windowAround(now: Date): Window {
  return { from: now.getTime() - DAYS_BACK * DAY_MS, to: now.getTime() + DAYS_AHEAD * DAY_MS };
}

/** The user's window; made at the first look. */
export async function getWindow(db: Db, scope: Scope, now: Date): Promise<Window> {
  const known = await findWindow(db, scope);
  if (known) return known;
  const fresh = windowAround(now);
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
 * Occurrences in the index of one user, of all calendars and files together; some 400 MB. What has no room is expanded
 * when it is read.
 */
const MOST_ROWS = 1_500_000;
/** Fewer than this are written without asking how many there are. */
const FREE_ROWS = 5_000;
/** Series of one user that are expanded when they are read: each read pays for all of them. */
export const MOST_FREQUENT = 500;
const ROWS_PER_SLICE = 5_000;
/** Steps for the costly rules of one call together; then each has the least. */
const COSTLY_STEPS = 3_000_000;
const MOST_STEPS = 700_000;
const LEAST_STEPS = 50_000;

export interface IndexOptions {
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Refuses what would be too much, and does not merely tell it. For files, whose owner can do something about it. */
  readonly refusesTooMany?: boolean;
}

/** Writes the index of the given calendar objects anew, slice by slice. Answers what is not shown as its owner means it. */
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
    // Each of thousands more would take its part of a second, only to be refused with them.
    if (refusesTooMany && partial.size > MOST_FREQUENT) throw hasTooManyFrequent();
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
  await saveIndexedUntil(db, scope, ids, partial);
  return problems;
}

/** Leaves as many series to be expanded when they are read as all reads can pay for. */
async function limitFrequentSeries(
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
    `${tooMany.length} more events repeat many times a day. At most ${MOST_FREQUENT} such events can be shown in full; of these, only the first times are shown.`,
  ];
}

/** Before any of them is expanded. Those of which only an expansion tells how many times they have come later. */
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
    `The file has too many events that repeat many times a day. At most ${MOST_FREQUENT} are allowed. Nothing was imported.`,
  );
}

/** Users whose window has fallen behind; each is moved on by a job of its own. */
export async function listUsersToReindex({ db, clock }: DbContext): Promise<string[]> {
  return listUsersToExpand(db, new Date(clock().getTime() + (DAYS_AHEAD - SLACK_DAYS) * DAY_MS));
}

/** Moves a user's window to today and expands the series again. */
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
