import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { MAX_SHOWN_PER_WEEK, type Occurrence } from '@dayloom/contracts';
import { DAY_MS, type Interval, unionIntervals, WEEK_MS } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { EventTime } from '../model/event.ts';
import {
  countsAsBusy,
  type EventRecord,
  formatEventDate,
  shortenedTexts,
  toRecurrenceId,
} from '../model/event-record.ts';
import { canChangeGuests, listGuests, toAttendeeStatus, toEventAttendee } from '../model/guests.ts';
import type { IndexedOccurrence, IndexWindow } from '../model/occurrences.ts';
import { listSeries } from '../store/events.ts';
import type { FrequentObject } from '../store/frequent-series.ts';
import { listBusy, listMovable, selectMayBeBusy as selectMayBeBusyIndexed } from '../store/occurrences.ts';
import { type OccurrenceRow, readIndexed, type ShownEvent } from '../store/shown-occurrences.ts';
import { expandInRange } from './expansion.ts';
import { listFrequentOccurrences } from './frequent-series.ts';
import { getWindow, groupByObject } from './occurrence-index.ts';

/** The budget of one read for all series outside the index, and the minimum for each of them. */
const STEPS_BEYOND = 2_000_000;
const MIN_STEPS = 5_000;

/** Limits for all frequent series together. */
const MAX_FREQUENT_SHOWN = 20_000;
const MAX_FREQUENT_BUSY = 100_000;

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
  const [{ homeTimeZone, scheduling }, { rows, isComplete }] = await Promise.all([
    getCachedTimeRules(platform, scope),
    readIndexed(db, scope, from, to),
  ]);
  const received = { homeTimeZone, doWholeDaysBlock: scheduling.allDayEventsBlock };
  const indexed = rows.map(({ event, ...occurrence }) => toOccurrence(event, occurrence, received));
  if (isComplete) return withinLimit(indexed, from, to);
  const window = await getWindow(db, scope, clock());
  const others = await expandOthers(db, scope, { from, to, window }, received, indexed);
  const byStart = (a: Occurrence, b: Occurrence) => compare(a.startsAt, b.startsAt);
  return withinLimit([...indexed, ...others].sort(byStart), from, to);
}

const AROUND_MS = 200 * DAY_MS;

/**
 * An event, or one occurrence of it. Without `recurrenceId` the next occurrence of a recurring event. Events more than 200
 * days away are not found. Throws `not_found`.
 */
export async function getOccurrence(
  platform: DbContext,
  scope: Scope,
  eventId: string,
  recurrenceId: string | null,
): Promise<Occurrence> {
  const now = platform.clock().getTime();
  const all = await listOccurrences(platform, scope, new Date(now - AROUND_MS), new Date(now + AROUND_MS));
  const own = all.filter((one) => one.eventId === eventId);
  const found =
    recurrenceId === null
      ? (own.find(({ endsAt }) => Date.parse(endsAt) > now) ?? own.at(-1))
      : own.find((one) => isSameRecurrence(one.recurrenceId, recurrenceId));
  if (!found) throw notFound('The event');
  return found;
}

/** An id of an occurrence is a date or an instant, which has many spellings. */
const isSameRecurrence = (one: string | null, other: string): boolean =>
  one === other || (one?.includes('T') === true && Date.parse(one) === Date.parse(other));

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

interface Wanted {
  readonly from: Date;
  readonly to: Date;
  /** The indexed part of time. */
  readonly window: IndexWindow;
}

/** The occurrences in the range that the index does not contain. */
async function expandOthers(
  db: Db,
  scope: Scope,
  { from, to, window }: Wanted,
  received: Received,
  indexed: readonly Occurrence[],
): Promise<Occurrence[]> {
  const { homeTimeZone } = received;
  const shown: Occurrence[] = [];
  const seen = new Set(indexed.map(({ eventId, recurrenceId }) => `${eventId} ${recurrenceId ?? ''}`));
  const show = (calendarObject: readonly EventRecord[], occurrences: readonly IndexedOccurrence[]) => {
    const byId = new Map(calendarObject.map((record) => [record.id, record]));
    for (const occurrence of occurrences) {
      const record = byId.get(occurrence.eventId);
      const key = `${occurrence.eventId} ${occurrence.recurrenceId}`;
      const { recurrenceId, startsAt, endsAt } = occurrence;
      const isInRange =
        startsAt < to.getTime() && (endsAt > from.getTime() || startsAt === Math.max(endsAt, from.getTime()));
      if (!record || seen.has(key) || !isInRange) continue;
      seen.add(key);
      const recurrence =
        record.recurrence ?? calendarObject.find((one) => one.recurrence)?.recurrence ?? null;
      const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
      shown.push(toOccurrence(record, { recurrenceId, ...times, isRecurring: true, recurrence }, received));
    }
  };
  const perSeries = shownPerSeries(from, to);
  const asked = { from: from.getTime(), to: to.getTime() };
  const total = { perSeries, total: MAX_FREQUENT_SHOWN };
  const frequent = await listFrequentOccurrences(db, scope, asked, homeTimeZone, total);
  for (const { calendarObject, occurrences } of frequent) show(calendarObject, occurrences);
  const outside = listPartsOutsideIndex(window, from, to);
  if (outside.length > 0) {
    const calendarObjects = groupByObject(await listSeries(db, scope, from, to));
    const limits = { limit: perSeries, steps: Math.max(MIN_STEPS, STEPS_BEYOND / calendarObjects.length) };
    for (const range of outside) {
      for (const calendarObject of calendarObjects) {
        show(calendarObject, await expandInRange(scope, calendarObject, range, homeTimeZone, limits));
        await yieldToOthers();
      }
    }
  }
  return shown;
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
function listPartsOutsideIndex(window: IndexWindow, from: Date, to: Date): IndexWindow[] {
  const parts: IndexWindow[] = [];
  if (from.getTime() < window.from)
    parts.push({ from: from.getTime(), to: Math.min(to.getTime(), window.from) });
  if (to.getTime() > window.to) parts.push({ from: Math.max(from.getTime(), window.to), to: to.getTime() });
  return parts;
}

/** The busy time of a range, sorted by start; intervals may overlap. */
export async function listBusyIntervals(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
  {
    homeTimeZone,
    ...options
  }: { readonly allDay: boolean; readonly homeTimeZone: string; readonly except?: readonly string[] },
): Promise<Interval[]> {
  const { busy: indexed, hasFrequent } = await listBusy(db, scope, from, to, options);
  if (!hasFrequent) return indexed;
  const asked = { from: from.getTime(), to: to.getTime() };
  const isBusy = (record: EventRecord) => countsAsBusy(record, options.allDay);
  const limits = {
    perSeries: MAX_FREQUENT_BUSY,
    total: MAX_FREQUENT_BUSY,
    isAsked: ({ blocksTime, calendarObject }: FrequentObject) => blocksTime && calendarObject.some(isBusy),
  };
  const frequent = await listFrequentOccurrences(db, scope, asked, homeTimeZone, limits);
  const expanded = frequent.flatMap(({ calendarObject, occurrences }) => {
    const busy = new Set(calendarObject.filter(isBusy).map(({ id }) => id));
    // The planner does not need to know which events the intervals come from.
    return unionIntervals(
      occurrences
        .filter(({ eventId, endsAt }) => busy.has(eventId) && endsAt > asked.from)
        .map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt })),
    );
  });
  if (expanded.length === 0) return indexed;
  return [...indexed, ...expanded].sort((a, b) => a.start - b.start);
}

/** SQL: whether the range may have busy time. With `allDay`, busy events of whole days count too. */
export const selectMayBeBusy = selectMayBeBusyIndexed;

/** Busy events in the range that their owner may move without asking anybody. */
export function listMovableMeetings(db: Db, scope: Scope, from: Date, to: Date) {
  return listMovable(db, scope, from, to);
}

interface Received {
  readonly homeTimeZone: string;
  readonly doWholeDaysBlock: boolean;
}

function toOccurrence(
  event: ShownEvent,
  { recurrenceId, startsAt, endsAt, isRecurring, recurrence }: Omit<OccurrenceRow, 'event'>,
  { homeTimeZone, doWholeDaysBlock }: Received,
): Occurrence {
  const shortened = shortenedTexts(event);
  const toDate = (instant: Date, stored: EventTime) =>
    isRecurring ? toRecurrenceId(instant.getTime(), true, homeTimeZone) : formatEventDate(stored);
  return {
    eventId: event.id,
    calendarId: event.calendarId,
    recurrenceId: recurrenceId || null,
    title: event.title,
    description: event.description,
    location: event.location,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isAllDay: event.isAllDay,
    startsOn: event.isAllDay ? toDate(startsAt, event.start) : null,
    endsOn: event.isAllDay ? toDate(endsAt, event.end) : null,
    timeZone: event.start.timeZone,
    isRecurring,
    recurrenceRule: recurrence?.rules[0] ?? null,
    status: event.status,
    isBusy: countsAsBusy(event, doWholeDaysBlock),
    attendees: listGuests(event.details).map(toEventAttendee),
    ...(!canChangeGuests(event.details) && { organizer: toOrganizer(event) }),
    ...(event.details.ownAnswer !== undefined && { ownAnswer: toAttendeeStatus(event.details.ownAnswer) }),
    ...(shortened.length > 0 && { shortened: [...shortened] }),
    version: event.version,
  };
}

function toOrganizer({ details: { organizer } }: ShownEvent): NonNullable<Occurrence['organizer']> {
  return { email: organizer?.email ?? '', name: organizer?.name ?? '' };
}
