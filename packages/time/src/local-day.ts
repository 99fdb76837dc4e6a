import { DAY_MS, HOUR_MS } from './units.ts';
import type { Zone } from './zone.ts';

/** The day number (days since 1970-01-01) of an instant's local date. */
export function localDayNumber(zone: Zone, instant: number): number {
  return Math.floor((instant + zone.offsetMsAt(instant)) / DAY_MS);
}

/**
 * The first instant of a local date. If the clock skips midnight (Beirut, Santiago), the day starts at 01:00.
 */
export function startOfDayNumber(zone: Zone, dayNumber: number): number {
  const start = zone.localMsToInstant(dayNumber * DAY_MS);
  // 'compatible' moves a skipped midnight forward by the whole gap. If the gap began before midnight (23:30
  // -> 00:30), that is after the first instant of the date, which is the change itself.
  return localDayNumber(zone, start - 1) < dayNumber ? start : computeFirstInstant(zone, dayNumber, start);
}

function computeFirstInstant(zone: Zone, dayNumber: number, inside: number): number {
  let low = inside - DAY_MS;
  let high = inside;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (localDayNumber(zone, middle) < dayNumber) low = middle;
    else high = middle;
  }
  return high;
}

/** The first instant of the local day that contains `instant`. */
export function startOfLocalDay(zone: Zone, instant: number): number {
  return startOfDayNumber(zone, localDayNumber(zone, instant));
}

/** The same wall-clock time `days` local days later (or earlier). Skipped times move forward. */
export function addLocalDays(zone: Zone, instant: number, days: number): number {
  return zone.localMsToInstant(instant + zone.offsetMsAt(instant) + days * DAY_MS);
}

/** Longer than any clock is set back (Troll: two hours). */
const NEAR_MS = 3 * HOUR_MS;

/** Whether the clocks change within three hours, so that a time may be shown twice or be skipped. */
export function isNearClockChange(zone: Pick<Zone, 'offsetMsAt'>, instant: number): boolean {
  return zone.offsetMsAt(instant - NEAR_MS) !== zone.offsetMsAt(instant + NEAR_MS);
}
