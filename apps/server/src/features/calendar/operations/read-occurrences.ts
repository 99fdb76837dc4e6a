import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { MAX_SHOWN_PER_WEEK, type Occurrence } from '@dayloom/contracts';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventRecurrence } from '../model/event.ts';
import {
  countsAsBusy,
  dateOfStored,
  type EventRecord,
  shortenedTexts,
  toRecurrenceId,
} from '../model/event-record.ts';
import type { IndexedOccurrence, Window } from '../model/occurrences.ts';
import { listSeries } from '../store/events.ts';
import { listBusy, listMovable, listOccurrenceRows } from '../store/occurrences.ts';
import { expandInRange } from './expansion.ts';
import { listFrequentOccurrences } from './frequent-series.ts';
import { getWindow, groupByObject } from './occurrence-index.ts';

/** The budget of one read for all series outside the index, and the minimum for each of them. */
const STEPS_BEYOND = 2_000_000;
const LEAST_STEPS = 5_000;

const WEEK_MS = 7 * 86_400_000;
/** Limits for all frequent series together. */
const MOST_FREQUENT_SHOWN = 20_000;
const MOST_FREQUENT_BUSY = 100_000;

/**
 * The occurrences in `[from, to)`. Inside the indexed window this is one query; series are expanded only for
 * the parts outside it.
 */
export async function listOccurrences(
  platform: DbContext,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<Occurrence[]> {
  const { db, clock } = platform;
  const { homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const window = await getWindow(db, scope, clock());
  const received = { homeTimeZone, doWholeDaysBlock: scheduling.allDayEventsBlock };
  const rows = await listOccurrenceRows(db, scope, from, to);
  const shown = rows.map(({ record, recurrenceId, startsAt, endsAt, isRecurring, recurrence }) =>
    toOccurrence(
      record,
      { recurrenceId, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() },
      { isRecurring, recurrence },
      received,
    ),
  );
  const seen = new Set(shown.map(({ eventId, recurrenceId }) => `${eventId} ${recurrenceId ?? ''}`));
  const show = (calendarObject: readonly EventRecord[], occurrences: readonly IndexedOccurrence[]) => {
    const byId = new Map(calendarObject.map((record) => [record.id, record]));
    for (const occurrence of occurrences) {
      const record = byId.get(occurrence.eventId);
      const key = `${occurrence.eventId} ${occurrence.recurrenceId}`;
      const { startsAt, endsAt } = occurrence;
      const isInRange =
        startsAt < to.getTime() && (endsAt > from.getTime() || startsAt === Math.max(endsAt, from.getTime()));
      if (!record || seen.has(key) || !isInRange) continue;
      seen.add(key);
      const recurrence =
        record.recurrence ?? calendarObject.find((one) => one.recurrence)?.recurrence ?? null;
      shown.push(toOccurrence(record, occurrence, { isRecurring: true, recurrence }, received));
    }
  };
  const perSeries = shownPerSeries(from, to);
  const asked = { from: from.getTime(), to: to.getTime() };
  const limits = { perSeries, total: MOST_FREQUENT_SHOWN };
  for (const { calendarObject, occurrences } of await listFrequentOccurrences(
    db,
    scope,
    asked,
    homeTimeZone,
    limits,
  ))
    show(calendarObject, occurrences);
  const outside = beyond(window, from, to);
  if (outside.length > 0) {
    const calendarObjects = groupByObject(await listSeries(db, scope, from, to));
    const limits = { limit: perSeries, steps: Math.max(LEAST_STEPS, STEPS_BEYOND / calendarObjects.length) };
    for (const range of outside) {
      for (const calendarObject of calendarObjects) {
        show(calendarObject, await expandInRange(scope, calendarObject, range, homeTimeZone, limits));
        await yieldToOthers();
      }
    }
  }
  return withinLimit(
    shown.sort((a, b) => a.startsAt.localeCompare(b.startsAt)),
    from,
    to,
  );
}

function shownPerSeries(from: Date, to: Date): number {
  return MAX_SHOWN_PER_WEEK * Math.ceil((to.getTime() - from.getTime()) / WEEK_MS);
}

/** Limits each series to its first occurrences, because a series may repeat every minute. */
function withinLimit(occurrences: Occurrence[], from: Date, to: Date): Occurrence[] {
  const limit = shownPerSeries(from, to);
  const counts = new Map<string, number>();
  return occurrences.filter(({ eventId, isRecurring }) => {
    const count = (counts.get(eventId) ?? 0) + 1;
    counts.set(eventId, count);
    return !isRecurring || count <= limit;
  });
}

/** The parts of `[from, to)` outside the indexed window. */
function beyond(window: Window, from: Date, to: Date): Window[] {
  const parts: Window[] = [];
  if (from.getTime() < window.from)
    parts.push({ from: from.getTime(), to: Math.min(to.getTime(), window.from) });
  if (to.getTime() > window.to) parts.push({ from: Math.max(from.getTime(), window.to), to: to.getTime() });
  return parts;
}

export async function listBusyIntervals(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
  { homeTimeZone, ...options }: { readonly allDay: boolean; readonly homeTimeZone: string },
): Promise<{ starts_at: Date; ends_at: Date }[]> {
  const indexed = await listBusy(db, scope, from, to, options);
  const asked = { from: from.getTime(), to: to.getTime() };
  const limits = { perSeries: MOST_FREQUENT_BUSY, total: MOST_FREQUENT_BUSY };
  const frequent = await listFrequentOccurrences(db, scope, asked, homeTimeZone, limits);
  const expanded = frequent.flatMap(({ calendarObject, occurrences, blocksTime }) => {
    if (!blocksTime) return [];
    const busy = new Set(
      calendarObject.filter((record) => countsAsBusy(record, options.allDay)).map(({ id }) => id),
    );
    return joined(occurrences.filter(({ eventId, endsAt }) => busy.has(eventId) && endsAt > asked.from));
  });
  if (expanded.length === 0) return indexed;
  return [...indexed, ...expanded].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
}

/** Joins intervals that touch or overlap; the planner does not need to know which events they come from. */
function joined(occurrences: readonly IndexedOccurrence[]): { starts_at: Date; ends_at: Date }[] {
  const merged: { starts_at: Date; ends_at: Date }[] = [];
  for (const { startsAt, endsAt } of occurrences) {
    const last = merged.at(-1);
    if (last && startsAt <= last.ends_at.getTime())
      last.ends_at = new Date(Math.max(endsAt, last.ends_at.getTime()));
    else merged.push({ starts_at: new Date(startsAt), ends_at: new Date(endsAt) });
  }
  return merged;
}

/** Busy events in the range that their owner may move without asking anybody. */
export function listMovableMeetings(db: Db, scope: Scope, from: Date, to: Date) {
  return listMovable(db, scope, from, to);
}

function toOccurrence(
  record: EventRecord,
  { recurrenceId, startsAt, endsAt }: Pick<IndexedOccurrence, 'recurrenceId' | 'startsAt' | 'endsAt'>,
  { isRecurring, recurrence }: { isRecurring: boolean; recurrence: EventRecurrence | null },
  { homeTimeZone, doWholeDaysBlock }: { homeTimeZone: string; doWholeDaysBlock: boolean },
): Occurrence {
  const shortened = shortenedTexts(record);
  return {
    eventId: record.id,
    calendarId: record.calendarId,
    recurrenceId: recurrenceId || null,
    title: record.title,
    description: record.description,
    location: record.location,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isAllDay: record.isAllDay,
    startsOn: record.isAllDay
      ? isRecurring
        ? toRecurrenceId(startsAt, true, homeTimeZone)
        : dateOfStored(record.start)
      : null,
    endsOn: record.isAllDay
      ? isRecurring
        ? toRecurrenceId(endsAt, true, homeTimeZone)
        : dateOfStored(record.end)
      : null,
    timeZone: record.start.timeZone,
    isRecurring,
    recurrenceRule: recurrence?.rules[0] ?? null,
    status: record.status,
    isBusy: countsAsBusy(record, doWholeDaysBlock),
    ...(shortened.length > 0 && { shortened: [...shortened] }),
    version: record.version,
  };
}
