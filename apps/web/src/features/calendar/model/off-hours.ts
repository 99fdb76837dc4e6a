import type { WeeklyHours } from '@dayloom/contracts';
import { type DateOverrides, findDayNumber, windowsOn } from '@dayloom/time';
import { Temporal } from 'temporal-polyfill';
import type { DateRange } from './views.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export interface OffHoursSpan {
  startsAt: string;
  endsAt: string;
}

/**
 * The time outside working hours in a range. Working hours are in the home zone, the range is in the viewer's
 * zone, so a traveller sees when the desk at home is open. Empty when no hours are known.
 */
export function offHours(
  { from, to }: DateRange,
  hours: WeeklyHours,
  homeTimeZone: string,
  overrides: DateOverrides = {},
): OffHoursSpan[] {
  const isUnknown = [hours, overrides].every((each) =>
    Object.values(each).every((windows) => !windows?.length),
  );
  if (isUnknown) return [];
  const start = from.getTime();
  const end = to.getTime();
  const dateAt = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(homeTimeZone).toPlainDate();
  const last = dateAt(end);
  const off: OffHoursSpan[] = [];
  let openFrom = start;
  const close = (until: number) => {
    if (until > openFrom)
      off.push({ startsAt: new Date(openFrom).toISOString(), endsAt: new Date(until).toISOString() });
  };
  for (let date = dateAt(start); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const day = findDayNumber(date.toString()) ?? 0;
    const windows = windowsOn(day, hours, overrides).toSorted(([a], [b]) => a.localeCompare(b));
    for (const [opens, closes] of windows) {
      const openAt = instantAt(date, opens, homeTimeZone);
      const closeAt = instantAt(date, closes, homeTimeZone);
      if (closeAt <= start || openAt >= end) continue;
      close(Math.min(openAt, end));
      openFrom = Math.max(openFrom, closeAt);
    }
  }
  close(end);
  return off;
}

function instantAt(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const [day, clock] = time === '24:00' ? [date.add({ days: 1 }), '00:00'] : [date, time];
  return day.toZonedDateTime({ timeZone, plainTime: clock }).epochMilliseconds;
}

/** Hours above the current one that a small screen can show with it. */
const ABOVE_NOW = 4;

/**
 * Initial scroll position: an hour before work begins, minus a little so that the hour's label is visible. `hourNow` is
 * given if it might be out of sight there: then the grid begins late enough to show it.
 */
export function firstHourShown(hours: WeeklyHours, hourNow = 0): string {
  const first = weekdays
    .flatMap((day) => (hours[day] ?? []).map(([opens]) => Number(opens.slice(0, 2))))
    .reduce((least, hour) => Math.min(least, hour), 24);
  const hour = Math.max(first === 24 ? 8 : first - 1, hourNow - ABOVE_NOW);
  return hour < 1 ? '00:00:00' : `${String(hour - 1).padStart(2, '0')}:45:00`;
}
