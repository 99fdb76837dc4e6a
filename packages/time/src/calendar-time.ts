import { daysInMonth, fromLocalMs, type LocalDateTime, toLocalMs } from './civil-date.ts';
import { getZone, type Zone } from './zone.ts';

/**
 * An iCalendar DATE or DATE-TIME (RFC 5545 §3.3.4, §3.3.5): a wall-clock time and its zone. `timeZone` is
 * 'UTC' for "...Z", an IANA name, or null for a floating time, which applies in the reader's zone. A DATE has
 * `isDate`, the time 00:00 and `timeZone` null.
 */
export interface CalendarTime {
  local: LocalDateTime;
  timeZone: string | null;
  isDate: boolean;
}

/** Finds a zone by name; throws `UnknownTimeZone`. Use `getZone` unless a file defines its own zones. */
export type FindZone = (timeZone: string) => Zone;

/** The instant (epoch ms) of a calendar time. Floating times and dates are read in `floatingTimeZone`. */
export function toInstant(
  time: CalendarTime,
  floatingTimeZone = 'UTC',
  findZone: FindZone = getZone,
): number {
  return findZone(time.timeZone ?? floatingTimeZone).localToInstant(time.local);
}

/**
 * Reads "19970902", "19970902T090000", the latter with "Z" or an offset, and their ISO 8601 spellings with
 * dashes and colons. `timeZone` (a TZID) applies if the text has no zone. Null for an invalid date. Seconds
 * of 60 are read as 59; 24:00 is the next midnight.
 */
export function findCalendarTime(text: string, timeZone: string | null = null): CalendarTime | null {
  const match =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d*)?)?(?:\s*(Z|[+-]\d{2}:?\d{2}))?|Z)?$/i.exec(
      text.trim(),
    );
  if (!match) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(match[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const isOnCalendar = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  if (!isOnCalendar || minute > 59 || second > 60 || hour > 24 || (hour === 24 && minute + second > 0))
    return null;
  if (match[4] === undefined)
    return { local: { year, month, day, hour: 0, minute: 0 }, timeZone: null, isDate: true };
  let local: LocalDateTime = { year, month, day, hour, minute, second: Math.min(second, 59) };
  if (hour === 24) local = fromLocalMs(toLocalMs(local));
  const hung = match[7]?.toUpperCase();
  if (hung === undefined) return { local, timeZone, isDate: false };
  if (hung === 'Z') return { local, timeZone: 'UTC', isDate: false };
  return {
    local,
    timeZone: hung.includes(':') ? hung : `${hung.slice(0, 3)}:${hung.slice(3)}`,
    isDate: false,
  };
}

/** "19970902T090000", or "19970902" for a date: the iCalendar form without its zone. */
export function formatLocal(local: LocalDateTime, isDate: boolean): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${String(local.year).padStart(4, '0')}${two(local.month)}${two(local.day)}`;
  return isDate ? date : `${date}T${two(local.hour)}${two(local.minute)}${two(local.second ?? 0)}`;
}
