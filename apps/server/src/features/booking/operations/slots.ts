import type { Slot } from '@dayloom/contracts';
import { DAY_MS, findDayNumber, getZone, type Interval, MINUTE_MS, startOfDayNumber } from '@dayloom/time';
import { type Deadlines, loadDeadlines } from '#features/planning/operations/deadlines.ts';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { IgnoredBooking } from '../model/booking.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { listFreeStarts, listOpenHours, type Range } from '../rules/free-starts.ts';
import { rankSlots } from '../rules/rank-slots.ts';
import { listUnconfirmed } from '../store/taken-times.ts';
import { type LoadedHostTime, loadHostTime } from './host-time.ts';

const DEFAULT_DAYS = 14;

/** What is to be booked, and with whom. The event type is the first host's. */
export interface Offer {
  readonly hosts: readonly Scope[];
  readonly eventType: StoredEventType;
  readonly durationMinutes: number;
  readonly except: IgnoredBooking | null;
  /** Events that take no time either: those of the booking that is being moved. */
  readonly exceptEvents: readonly string[];
}

/** Other hosts' starts are looked for on every grid that the first host's may be on. */
const FINEST_STEP_MINUTES = 5;

export interface OpenStarts {
  readonly starts: readonly number[];
  readonly hosts: readonly LoadedHostTime[];
}

/** The starts at which all hosts are free, without regard to their deadlines. */
export async function loadOpenStarts(
  platform: DbContext,
  { hosts, eventType, durationMinutes, except, exceptEvents }: Offer,
  range: Range,
): Promise<OpenStarts> {
  const now = platform.clock().getTime();
  const loaded = await Promise.all(
    hosts.map((scope, at) =>
      loadHostTime(platform, scope, { ...range, eventType, isOwn: at === 0, except, exceptEvents }),
    ),
  );
  const [first = [], ...others] = loaded.map((host, at) =>
    listFreeStarts(eventType, host, {
      now,
      ...range,
      durationMinutes,
      ...(at > 0 && { stepMinutes: FINEST_STEP_MINUTES }),
    }),
  );
  const sets = others.map((starts) => new Set(starts));
  return { starts: first.filter((start) => sets.every((set) => set.has(start))), hosts: loaded };
}

/** The starts at which all hosts are free and can keep their hard deadlines. */
export async function loadFreeStarts(platform: DbContext, offer: Offer, range: Range): Promise<OpenStarts> {
  const { eventType, durationMinutes } = offer;
  const [open, ...deadlines] = await Promise.all([
    loadOpenStarts(platform, offer, range),
    ...offer.hosts.map((scope) => loadHostDeadlines(platform, scope, offer)),
  ]);
  const starts = open.starts.filter((start) => {
    const { start: from, end } = toBlockedInterval(eventType, start, durationMinutes);
    return deadlines.every((one) => one === null || one.slack.canSpare(from, end));
  });
  return { ...open, starts };
}

/** The hard deadlines of a host, with the time that bookings, holds and pending requests take. */
export function loadHostDeadlines(
  platform: DbContext,
  scope: Scope,
  offer: Offer,
): Promise<Deadlines | null> {
  return loadDeadlines(platform, scope, {
    longestMinutes: getBlockedMinutes(offer),
    exceptEvents: offer.exceptEvents,
    listUnconfirmed: () =>
      listUnconfirmed(platform.db, scope, { now: platform.clock(), except: offer.except }),
  });
}

/** Minutes of a booking with its buffers. */
export function getBlockedMinutes({ eventType, durationMinutes }: Offer): number {
  return durationMinutes + eventType.bufferBeforeMinutes + eventType.bufferAfterMinutes;
}

/** The time of a booking with its buffers. */
export function toBlockedInterval(
  { bufferBeforeMinutes, bufferAfterMinutes }: StoredEventType,
  start: number,
  durationMinutes: number,
): Interval {
  return {
    start: start - bufferBeforeMinutes * MINUTE_MS,
    end: start + (durationMinutes + bufferAfterMinutes) * MINUTE_MS,
  };
}

export interface SlotResult {
  readonly slots: Slot[];
  readonly nextStartsAt?: string | null;
}

/** The slots of a range, ranked; without any, the next one after it. */
export async function listSlots(
  platform: DbContext,
  offer: Offer,
  { mayEndLater, from, to }: SearchRange,
): Promise<SlotResult & { readonly expiresAt: number | null }> {
  const range = { from, to: mayEndLater ? to + offer.durationMinutes * MINUTE_MS : to };
  const { starts: free, hosts } = await loadFreeStarts(platform, offer, range);
  const starts = free.filter((start) => start < to);
  const [first] = hosts;
  const expiries = hosts.flatMap(({ expiresAt }) => expiresAt ?? []);
  const expiresAt = expiries.length > 0 ? Math.min(...expiries) : null;
  if (starts.length === 0 || !first)
    return { slots: [], nextStartsAt: await findNextStart(platform, offer, to), expiresAt };
  const slots = rankSlots(starts, offer.durationMinutes, {
    timeZone: first.timeZone,
    open: listOpenHours(first, range),
    busy: first.busy,
    planned: hosts.flatMap(({ planned }) => planned),
  });
  return { slots, expiresAt };
}

const LOOK_AHEAD_DAYS = 62;

/** The first start from an instant on, within the horizon of the event type; null if there is none. */
async function findNextStart(platform: DbContext, offer: Offer, from: number): Promise<string | null> {
  const end = platform.clock().getTime() + (offer.eventType.horizonDays + 1) * DAY_MS;
  for (let at = from; at < end; at += LOOK_AHEAD_DAYS * DAY_MS) {
    const { starts } = await loadFreeStarts(platform, offer, { from: at, to: at + LOOK_AHEAD_DAYS * DAY_MS });
    if (starts[0] !== undefined) return new Date(starts[0]).toISOString();
  }
  return null;
}

/** The next starts after one that cannot be booked, for the page to offer. */
export async function listAlternatives(
  platform: DbContext,
  offer: Offer,
  start: number,
  count: number,
): Promise<string[]> {
  const range = { from: start + MINUTE_MS, to: start + DEFAULT_DAYS * DAY_MS };
  const { starts } = await loadFreeStarts(platform, offer, range);
  return starts.slice(0, count).map((at) => new Date(at).toISOString());
}

export interface RangeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface SearchRange extends Range {
  /** Whether what begins in the range may end after it: what begins before midnight belongs to that day. */
  readonly mayEndLater: boolean;
}

/** The asked range. Dates are days in the visitor's zone; the last one is included. */
export function toSearchRange(query: RangeQuery, now: Date, mostDays: number): SearchRange {
  const zone = getZone(query.timeZone ?? 'UTC');
  const toInstant = (text: string, daysLater: number): number => {
    const day = findDayNumber(text);
    return day === null ? Date.parse(text) : startOfDayNumber(zone, day + daysLater);
  };
  const from = query.from === undefined ? now.getTime() : toInstant(query.from, 0);
  const to = query.to === undefined ? from + DEFAULT_DAYS * DAY_MS : toInstant(query.to, 1);
  if (to < from) refuseRange('must not be before from');
  // A day may have 25 hours.
  if (to - from > mostDays * DAY_MS + DAY_MS / 12) refuseRange(`must be at most ${mostDays} days after from`);
  const earliest = now.getTime() - DAY_MS;
  return {
    from: Math.max(from, earliest),
    to: Math.max(to, earliest),
    mayEndLater: query.to !== undefined && findDayNumber(query.to) !== null,
  };
}

function refuseRange(problem: string): never {
  throw new AppError('invalid_request', `to: ${problem}`, { fields: { to: problem } });
}
