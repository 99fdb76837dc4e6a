import { type DateHours, windowsByDate } from '@dayloom/contracts';
import { DAY_MS, type Interval, MINUTE_MS } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { listPlannedTime } from '#features/planning/operations/planned-time.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { IgnoredBooking } from '../model/booking.ts';
import type { StoredEventType } from '../model/event-type.ts';
import { type HostTime, type Range, toCapRange } from '../rules/free-starts.ts';
import { readOccupiedTime } from '../store/availability.ts';

export interface LoadedHostTime extends HostTime {
  /** Planned work that can move. */
  readonly planned: readonly Interval[];
  /** When a hold expires and more may become free. */
  readonly expiresAt: number | null;
  /** Whether an expired hold or booking still excludes others. */
  readonly hasExpired: boolean;
}

export interface HostTimeQuery extends Range {
  readonly eventType: StoredEventType;
  /** Whether the event type is the host's own. Other hosts of a link have their work hours. */
  readonly isOwn: boolean;
  readonly except: IgnoredBooking | null;
  readonly exceptEvents: readonly string[];
}

/** Reads everything that decides when a host can be booked in a range. */
export async function loadHostTime(
  platform: DbContext,
  scope: Scope,
  { from, to, eventType, isOwn, except, exceptEvents }: HostTimeQuery,
): Promise<LoadedHostTime> {
  const { db, clock } = platform;
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getCachedTimeRules(platform, scope);
  const buffers = { before: eventType.bufferBeforeMinutes, after: eventType.bufferAfterMinutes };
  // What ends or begins with the range counts too: a slot may be next to it.
  const around: Range = {
    from: from - (buffers.before + 1) * MINUTE_MS,
    to: to + (buffers.after + 1) * MINUTE_MS,
  };
  const capRange = eventType.dailyCap === null && eventType.weeklyCap === null ? around : toCapRange(around);
  const [busy, planned, taken] = await Promise.all([
    listBusyIntervals(db, scope, new Date(around.from), new Date(around.to), {
      allDay: scheduling.allDayEventsBlock,
      homeTimeZone,
      except: exceptEvents,
    }),
    // With the block that is running: it may hold up those of the range.
    listPlannedTime(platform, scope, new Date(around.from - DAY_MS), new Date(around.to)),
    readOccupiedTime(db, scope, {
      from: new Date(capRange.from),
      to: new Date(capRange.to),
      now: clock(),
      eventTypeId: eventType.id,
      except,
    }),
  ]);
  const ownHours = isOwn ? eventType.hours : null;
  const workOverrides: DateHours[] = Object.entries(windowsByDate(hoursOverrides, 'work')).map(
    ([date, windows]) => ({ date, windows }),
  );
  // The later one of two entries for one date counts.
  const overrides = new Map(
    [...(ownHours ? [] : workOverrides), ...(isOwn ? eventType.overrides : [])].map((one) => [one.date, one]),
  );
  return {
    timeZone: homeTimeZone,
    hours: ownHours ?? hours.work,
    overrides: [...overrides.values()],
    busy: [...busy, ...planned.fixed, ...taken.blocked],
    planned: planned.movable,
    bookedStarts: taken.starts,
    expiresAt: taken.expiresAt,
    hasExpired: taken.hasExpired,
  };
}
