import { type WeeklyHours, weekdays, windowsByDate } from '@dayloom/contracts';
import {
  DAY_MS,
  findMinuteOfDay,
  getWeekday,
  type Interval,
  MINUTE_MS,
  startOfDayNumber,
  subtractIntervals,
  windowsOn,
  type Zone,
} from '@dayloom/time';
import type { TimeRules } from '#features/account/operations/time-rules.ts';
import { DAYS_OF_WEEK } from '../rules/weeks.ts';
import type { Week } from '../store.ts';

export type WeekStart = keyof WeeklyHours;

/** The first day of the week that contains a day. Day numbers. */
export function getFirstDay(day: number, weekStartsOn: WeekStart): number {
  // The contract begins with Monday, the day numbers with Sunday.
  const first = weekdays.indexOf(weekStartsOn) + 1;
  return day - ((getWeekday(day) - first + DAYS_OF_WEEK) % DAYS_OF_WEEK);
}

export function toWeek(zone: Zone, firstDay: number): Week {
  const toStart = (day: number) => new Date(startOfDayNumber(zone, day));
  return {
    startsAt: toStart(firstDay),
    endsAt: toStart(firstDay + DAYS_OF_WEEK),
    lastStartsAt: toStart(firstDay - DAYS_OF_WEEK),
  };
}

/** The working hours of a day without lunch, as instants; times that the clock skips move forward. */
export function listWorkHours(
  { hours, hoursOverrides, scheduling: { lunch } }: TimeRules,
  zone: Zone,
  day: number,
): Interval[] {
  const toInstant = (time: string) =>
    zone.localMsToInstant(day * DAY_MS + (findMinuteOfDay(time) ?? 0) * MINUTE_MS);
  const toIntervals = (windows: readonly (readonly [string, string])[]) =>
    windows.map(([opens, closes]) => ({ start: toInstant(opens), end: toInstant(closes) }));
  const open = windowsOn(day, hours.work, windowsByDate(hoursOverrides, 'work'));
  return subtractIntervals(toIntervals(open), toIntervals(lunch ? [lunch] : []));
}

export const isWorkday = (rules: TimeRules, zone: Zone, day: number): boolean =>
  listWorkHours(rules, zone, day).length > 0;
