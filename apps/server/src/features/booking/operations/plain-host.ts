import { MINUTE_MS } from '@dayloom/time';
import { selectIsUnchanged } from '#features/account/operations/profile.ts';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { selectHaveVersions } from '#features/calendar/operations/calendars.ts';
import type { NewEventLock } from '#features/calendar/operations/event-commands.ts';
import { selectMayBeBusy } from '#features/calendar/operations/read-occurrences.ts';
import { selectHasHardDeadlines } from '#features/planning/operations/deadlines.ts';
import { selectHasPlannedTime } from '#features/planning/operations/planned-time.ts';
import type { Platform } from '#platform/context.ts';
import { listFreeStarts } from '../rules/free-starts.ts';
import { selectHasEventTypeVersion } from '../store/event-types.ts';
import type { Guard } from '../store/guards.ts';
import type { TakenTime } from '../store/taken-times.ts';
import type { LoadedHostTime } from './host-time.ts';
import type { CachedOffer } from './offer-cache.ts';
import { GRID_WITHIN_MS } from './offered-time.ts';
import type { Offer } from './slots.ts';

/**
 * What a process remembers of a host whose last booking needed nothing but its own rows: no connected calendar that
 * blocks time, no hard deadline, no mirror. A booking of such a host at a time without any event or planned work is
 * one round trip: PostgreSQL compares all of that under the booking's lock (`toGuard`), instead of sending it.
 */
export interface PlainHost {
  readonly locked: NewEventLock;
  /** The hours of the event type. Nothing else is used. */
  readonly time: LoadedHostTime;
  readonly calendarVersions: string;
}

const remembered = new WeakMap<CachedOffer, PlainHost>();

export const findPlainHost = (offer: CachedOffer): PlainHost | null => remembered.get(offer) ?? null;

export function keepPlainHost(offer: CachedOffer, { time, ...host }: PlainHost): void {
  remembered.set(offer, { ...host, time: { ...time, busy: [], planned: [], bookedStarts: [] } });
}

export function forgetPlainHost(offer: CachedOffer): void {
  remembered.delete(offer);
}

/** Whether a start is offered if the host has no event, no planned work and no other booking. */
export function isWithinRules({ time }: PlainHost, offer: Offer, start: number, now: number): boolean {
  const { eventType, durationMinutes } = offer;
  if (eventType.dailyCap !== null || eventType.weeklyCap !== null) return false;
  const range = { from: start - GRID_WITHIN_MS, to: start + durationMinutes * MINUTE_MS };
  return listFreeStarts(eventType, time, { now, ...range, durationMinutes }).includes(start);
}

/** What must hold under the lock: everything is as remembered, and the time is free of events and planned work. */
export async function toGuard(
  { db, journal }: Pick<Platform, 'db' | 'journal'>,
  { host, eventType, version }: CachedOffer,
  { locked, calendarVersions }: PlainHost,
  { blockedFrom: from, blockedTo: to }: TakenTime,
): Promise<Guard> {
  const { scope } = host;
  const { scheduling } = await getCachedTimeRules({ db }, scope);
  return {
    all: [
      // First, because it locks the user: see `getTimeRulesForShare`.
      selectIsUnchanged(host),
      selectHaveVersions(scope, calendarVersions, locked.calendar.id),
      selectHasEventTypeVersion(scope, eventType.id, version),
    ],
    none: [
      selectMayBeBusy(scope, { from, to, allDay: scheduling.allDayEventsBlock }),
      selectHasPlannedTime(scope, from, to),
      selectHasHardDeadlines(scope),
      journal.selectIsStepNeeded(scope),
    ],
  };
}
