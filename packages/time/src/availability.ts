import type { Interval } from './intervals.ts';
import { localDayNumber } from './local-day.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import type { Zone } from './zone.ts';

/** A stretch of a local day, in minutes since midnight on the wall clock; 1440 is the next midnight. */
export interface DayHours {
  startMinute: number;
  endMinute: number;
}

/** The hours of each weekday, index 0 = Sunday .. 6 = Saturday. */
export type WeeklyHours = readonly (readonly DayHours[])[];

/** Hours by day number (see `civil-date.ts`). They replace the weekly hours on that date; [] is a day off. */
export type HoursByDate = ReadonlyMap<number, readonly DayHours[]>;

/** "09:30" -> 570, "24:00" -> 1440; null if the text is not a time of day. */
export function findMinuteOfDay(text: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minute <= 1440 ? minute : null;
}

/**
 * The windows of weekly hours between two instants, as instants, sorted by start and clipped to `[fromMs,
 * toMs)`. Windows are not joined: hours of 9-12 and 12-17 give two. A start or end that the clock skips moves
 * forward by the gap; of one that occurs twice, the earlier is used.
 */
export function weeklyWindows(weekly: WeeklyHours, zone: Zone, fromMs: number, toMs: number): Interval[] {
  return availabilityWindows(weekly, new Map(), zone, fromMs, toMs);
}

/** `weeklyWindows` with different hours on some dates. */
export function availabilityWindows(
  weekly: WeeklyHours,
  hoursByDate: HoursByDate,
  zone: Zone,
  fromMs: number,
  toMs: number,
): Interval[] {
  const windows: Interval[] = [];
  if (!(fromMs < toMs)) return windows;
  let sorted = true;
  // The day before matters if its 24:00 is skipped and therefore moves past midnight.
  const lastDay = localDayNumber(zone, toMs) + 1;
  for (let day = localDayNumber(zone, fromMs) - 1; day <= lastDay; day += 1) {
    const hours = hoursByDate.get(day) ?? weekly[(((day + 4) % 7) + 7) % 7] ?? [];
    for (const { startMinute, endMinute } of hours) {
      const start = Math.max(fromMs, zone.localMsToInstant(day * DAY_MS + startMinute * MINUTE_MS));
      const end = Math.min(toMs, zone.localMsToInstant(day * DAY_MS + endMinute * MINUTE_MS));
      if (start >= end) continue;
      if (windows.length > 0 && start < (windows.at(-1) as Interval).start) sorted = false;
      windows.push({ start, end });
    }
  }
  return sorted ? windows : windows.sort((a, b) => a.start - b.start || a.end - b.end);
}
