import { type HoursOverride, type Scheduling, type WeeklyHours, windowsByDate } from '@dayloom/contracts';
import {
  type ClockWindow,
  DAY_MS,
  findMinuteOfDay,
  getZone,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  subtractIntervals,
  windowsOn,
} from '@dayloom/time';

export interface LaterPlaceQuery {
  readonly lengthMs: number;
  /** It begins here at the earliest. */
  readonly earliest: number;
  readonly latest: number;
  readonly timeZone: string;
  readonly week: WeeklyHours;
  readonly hoursOverrides: readonly HoursOverride[];
  readonly set: 'work' | 'personal';
  readonly taken: readonly Interval[];
  readonly gridMinutes: Scheduling['gridMinutes'];
}

/** The first free stretch of the hours that is long enough; null without one. */
export function findLaterPlace(query: LaterPlaceQuery): Interval | null {
  const { lengthMs, earliest, latest, timeZone, gridMinutes, taken } = query;
  const zone = getZone(timeZone);
  const grid = gridMinutes * MINUTE_MS;
  const overrides = windowsByDate(query.hoursOverrides, query.set);
  const toInstant = (day: number, time: string) =>
    zone.localMsToInstant(day * DAY_MS + (findMinuteOfDay(time) ?? 0) * MINUTE_MS);
  for (let day = localDayNumber(zone, earliest); ; day += 1) {
    const windows = windowsOn(day, query.week, overrides).map(([opens, closes]: ClockWindow) => ({
      start: toInstant(day, opens),
      end: toInstant(day, closes),
    }));
    for (const free of subtractIntervals(windows, taken)) {
      const start = Math.ceil(Math.max(free.start, earliest) / grid) * grid;
      if (start >= latest) return null;
      if (start + lengthMs <= free.end) return { start, end: start + lengthMs };
    }
    if (zone.localMsToInstant(day * DAY_MS) >= latest) return null;
  }
}
