import { getZone, HOUR_MS, localDayNumber, MINUTE_MS } from '@dayloom/time';
import { keepsDeadlines } from '#features/planning/operations/deadlines.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { digest } from '#platform/one-time-tokens.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { type HostTime, listOpenHours } from '../rules/free-starts.ts';
import { findEventTypeRow } from '../store/event-types.ts';
import { findLink } from '../store/links.ts';
import { SlotTakenError, type TakenTime } from '../store/taken-times.ts';
import { getHosts, getHostsAndEventType, type Host, type HostsAndEventType } from './hosts.ts';
import type { CachedOffer, OfferChoice } from './offer-cache.ts';
import { getDuration } from './offer-slots.ts';
import {
  loadHostDeadlines,
  loadOpenStarts,
  type Offer,
  type OpenStarts,
  toBlockedInterval,
} from './slots.ts';

/** Longer than a day: the grid that a start was offered on begins with the host's hours of its day. */
export const GRID_WITHIN_MS = 26 * HOUR_MS;

export interface ChosenOffer {
  readonly hosts: readonly [Host, ...Host[]];
  readonly offer: Offer;
  /** The digest of the one-time link's token. */
  readonly linkHash: string | null;
  /** Set if the offer was read earlier: it has to be compared before anything is written. */
  readonly known: CachedOffer | null;
}

/** What a visitor has chosen to book, and the visitor's own hold of it. */
export async function getOffer(
  platform: DbContext & Pick<Platform, 'config'>,
  choice: OfferChoice,
  holdId: string | null,
): Promise<ChosenOffer> {
  return (await readOffer(platform, choice, holdId)).chosen;
}

/**
 * Like `getOffer`, with what may be kept for later bookings: only an offer of one host, read together with its event
 * type.
 */
export async function readOffer(
  platform: DbContext & Pick<Platform, 'config'>,
  choice: OfferChoice,
  holdId: string | null,
): Promise<{ chosen: ChosenOffer; toKeep: CachedOffer | null }> {
  const linkHash = choice.link === undefined ? null : digest(choice.link);
  const found = linkHash
    ? await getByLink(platform, choice.username, linkHash)
    : await getHostsAndEventType(platform, choice.username, choice.eventType);
  const { hosts, eventType, version } = found;
  const [host] = hosts;
  // Whether another name still leads to the host, or another event type is the first one, is not compared later.
  const isKept =
    hosts.length === 1 && choice.username === host.profile.username && choice.eventType !== undefined;
  return {
    chosen: toChosen({ hosts, eventType, linkHash, known: null }, choice, holdId),
    toKeep: isKept && host.version !== null && version !== null ? { host, eventType, version } : null,
  };
}

/** The chosen offer, made from what was read earlier. */
export function toChosenOffer(known: CachedOffer, choice: OfferChoice, holdId: string | null): ChosenOffer {
  const { host, eventType } = known;
  return toChosen({ hosts: [host], eventType, linkHash: null, known }, choice, holdId);
}

function toChosen(
  { eventType, ...found }: Omit<ChosenOffer, 'offer'> & { readonly eventType: StoredEventType },
  choice: OfferChoice,
  holdId: string | null,
): ChosenOffer {
  return {
    ...found,
    offer: {
      hosts: found.hosts.map(({ scope }) => scope),
      eventType,
      durationMinutes: getDuration(eventType, choice.durationMinutes),
      except: holdId === null ? null : { id: holdId, kind: 'hold' },
      exceptEvents: [],
    },
  };
}

async function getByLink(
  platform: DbContext & Pick<Platform, 'config'>,
  username: string,
  linkHash: string,
): Promise<HostsAndEventType> {
  const { db, clock } = platform;
  const hosts = await getHosts(platform, username);
  const [{ scope }] = hosts;
  const link = await findLink(db, linkHash, clock());
  const eventType =
    link?.kind === 'event_type' && link.scope.userId === scope.userId
      ? await findEventTypeRow(db, scope, link.target['eventTypeId'] ?? '')
      : null;
  if (!eventType)
    throw new AppError('not_found', 'This link no longer works. Ask the person who sent it for a new one.');
  return { hosts, eventType, version: null };
}

/** The time that a booking takes of a host. */
export function toTakenTime({ eventType, durationMinutes }: Offer, start: number): TakenTime {
  const blocked = toBlockedInterval(eventType, start, durationMinutes);
  return {
    startsAt: new Date(start),
    endsAt: new Date(start + durationMinutes * MINUTE_MS),
    blockedFrom: new Date(blocked.start),
    blockedTo: new Date(blocked.end),
  };
}

/** The same time, but blocking nothing: an empty range overlaps no other. */
export function withoutBlocking(time: TakenTime): TakenTime {
  return { ...time, blockedFrom: time.startsAt, blockedTo: time.startsAt };
}

/**
 * Throws `SlotTakenError` unless the start is offered, deadlines aside. Returns what was read of the time around it.
 */
export async function requireOpenStart(
  platform: DbContext,
  offer: Offer,
  start: number,
): Promise<OpenStarts> {
  const range = { from: start - GRID_WITHIN_MS, to: start + offer.durationMinutes * MINUTE_MS };
  const open = await loadOpenStarts(platform, offer, range);
  if (open.starts.includes(start)) return open;
  const timeZone = open.hosts[0]?.timeZone ?? 'UTC';
  const problem =
    findTimeProblem(offer.eventType, start, { now: platform.clock().getTime(), timeZone }) ??
    (open.hosts.every((host) => isWithinHours(host, start, range.to))
      ? null
      : 'is outside the bookable hours');
  if (problem)
    throw new AppError('invalid_request', `startsAt: ${problem}`, { fields: { startsAt: problem } });
  throw new SlotTakenError();
}

function isWithinHours(host: HostTime, start: number, end: number): boolean {
  const open = listOpenHours(host, { from: start, to: end });
  return open.some((window) => window.start <= start && window.end >= end);
}

/** Throws `SlotTakenError` if the booking would make a host miss a hard deadline. */
export async function requireDeadlinesKept(
  platform: DbContext & Pick<Platform, 'compute'>,
  offer: Offer,
  start: number,
): Promise<void> {
  const blocked = toBlockedInterval(offer.eventType, start, offer.durationMinutes);
  for (const scope of offer.hosts) {
    const deadlines = await loadHostDeadlines(platform, scope, offer);
    if (deadlines && !(await keepsDeadlines(platform, deadlines, blocked))) throw new SlotTakenError();
  }
}

/** Why a start is never offered, whatever else is booked; null if there is no such reason. */
function findTimeProblem(
  { minimumNoticeMinutes, horizonDays, stepMinutes }: StoredEventType,
  start: number,
  { now, timeZone }: { now: number; timeZone: string },
): string | null {
  const zone = getZone(timeZone);
  if (start <= now) return 'is in the past';
  if (start < now + minimumNoticeMinutes * MINUTE_MS)
    return `must be at least ${minimumNoticeMinutes} minutes ahead`;
  if (localDayNumber(zone, start) > localDayNumber(zone, now) + horizonDays)
    return `must be at most ${horizonDays} days ahead`;
  const minute = Math.floor((start + zone.offsetMsAt(start)) / MINUTE_MS) % 60;
  if (start % MINUTE_MS !== 0 || minute % stepMinutes !== 0)
    return `must be one of the offered times, every ${stepMinutes} minutes`;
  return null;
}
