import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Platform } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db.ts';
import { mintScope, type Scope } from '../../../platform/scope.ts';
import { holdTimeRules } from '../../account/operations/time-rules.ts';
import type { EventRecord } from '../rules/event-record.ts';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type IndexedOccurrence,
  occurrencesOf,
  type Window,
} from '../rules/occurrences.ts';
import { listSeries } from '../store/events.ts';
import {
  deleteOccurrences,
  findWindow,
  insertOccurrences,
  listUsersToExpand,
  saveWindow,
} from '../store/occurrences.ts';

const DAY_MS = 86_400_000;
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

/** Families by calendar and UID, in the order of their first record. */
export function familiesOf(records: readonly EventRecord[]): EventRecord[][] {
  const families = new Map<string, EventRecord[]>();
  for (const record of records) {
    const key = `${record.calendarId} ${record.uid}`;
    const family = families.get(key);
    if (family) family.push(record);
    else families.set(key, [record]);
  }
  return [...families.values()];
}

/** Writes the index of the given families anew. */
export async function indexFamilies(
  db: Db,
  scope: Scope,
  records: readonly EventRecord[],
  window: Window,
  homeTimeZone: string,
): Promise<string[]> {
  const problems: string[] = [];
  const byCalendar = new Map<string, IndexedOccurrence[]>();
  for (const family of familiesOf(records)) {
    const { occurrences, problem } = occurrencesOf(family, window, homeTimeZone);
    if (problem) problems.push(`'${family[0]?.title ?? ''}': ${problem}`);
    const calendarId = family[0]?.calendarId ?? '';
    const known = byCalendar.get(calendarId) ?? [];
    for (const occurrence of occurrences) known.push(occurrence);
    byCalendar.set(calendarId, known);
    // A costly rule must not hold up other requests longer than its own expansion takes.
    await yieldToOthers();
  }
  await deleteOccurrences(
    db,
    scope,
    records.map((record) => record.id),
  );
  for (const [calendarId, occurrences] of byCalendar)
    await insertOccurrences(db, scope, calendarId, occurrences);
  return problems;
}

/** Users whose window has fallen behind; each is moved on by a job of its own. */
export async function listUsersBehind({ db, clock }: Platform): Promise<string[]> {
  return listUsersToExpand(db, new Date(clock().getTime() + (DAYS_AHEAD - SLACK_DAYS) * DAY_MS));
}

/** Moves a user's window to today and expands the series again. */
export async function moveWindow(platform: Platform, userId: string): Promise<void> {
  const scope = mintScope(userId, 'system');
  const window = windowAround(platform.clock());
  await platform.db.transaction().execute(async (tx) => {
    const { homeTimeZone } = await holdTimeRules(tx, scope);
    const series = await listSeries(tx, scope, new Date(window.from), new Date(window.to));
    await indexFamilies(tx, scope, series, window, homeTimeZone);
    await saveWindow(tx, scope, window);
  });
}
