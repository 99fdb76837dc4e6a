import {
  daysInMonth,
  fromDayNumber,
  type LocalDate,
  localDayNumber,
  toDayNumber,
  type Zone,
} from '@dayloom/time';
import type { Conventions } from './locale-conventions.ts';

/** The reference for relative dates and times. */
export interface Reference {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly zone: Zone;
  /** Day number (days since 1970-01-01) of the local date. */
  readonly today: number;
  /** Minutes since local midnight. */
  readonly minute: number;
  /** The end of the working day in minutes since midnight, for 'end of day'. */
  readonly workdayEnd: number;
  readonly conventions: Conventions;
}

/** Days `[first, last]`, day numbers; one day has both equal. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
  /** Unambiguously a date: '30 Nov', not 'sun'. */
  readonly isClear: boolean;
  /** Another day that the words may mean: for 'next Friday' on a Wednesday, the Friday of this week. */
  readonly otherDay?: number;
  /** The words also name things: 'Christmas'. They are a date only if the line says so ('by Christmas'). */
  readonly isName?: boolean;
  /** Both days were said: 'Dec 7-9'. */
  readonly isRange?: boolean;
  /** A bare weekday is the next one whose time has not passed. */
  readonly isWeekday?: boolean;
}

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening', 'night'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** A time of day in minutes since midnight; 1440 is the midnight that ends the day. */
export interface ClockTime {
  readonly minute: number;
  readonly isClear: boolean;
  /**
   * 'hour' and 'clock': as written, in the first half of the day, without saying which half ('at 7', '7:30').
   * 'deadline': the end of the working day.
   */
  readonly form?: 'hour' | 'clock' | 'deadline';
}

/**
 * The meaning of a date phrase. At least one part is set; `instant` (epoch ms) is never combined with others.
 */
export interface Moment {
  readonly days: DaySpan | null;
  readonly time: ClockTime | null;
  readonly instant: number | null;
  readonly part: PartOfDay | null;
}

export function toReference(
  now: number,
  zone: Zone,
  workdayEnd: number,
  conventions: Conventions,
): Reference {
  const local = zone.toLocal(now);
  const minute = local.hour * 60 + local.minute;
  return { now, zone, today: localDayNumber(zone, now), minute, workdayEnd, conventions };
}

export function oneDay(day: number, isClear = true): DaySpan {
  return { first: day, last: day, isClear };
}

/** 0 = Monday .. 6 = Sunday. 1970-01-01 was a Thursday. */
export function mondayIndex(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function toMonday(day: number): number {
  return day - mondayIndex(day);
}

export function monthSpan(year: number, month: number): DaySpan {
  const first = toDayNumber(year, month, 1);
  return { first, last: first + daysInMonth(year, month) - 1, isClear: true };
}

/** The month `months` after that of a day, as year and month (1..12). */
export function monthAfter(day: number, months: number): { year: number; month: number } {
  const { year, month } = fromDayNumber(day);
  const index = year * 12 + month - 1 + months;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** The same day of the month `months` later, or that month's last day (31 Jan + 1 month = 28 Feb). */
export function addMonths(day: number, months: number): number {
  const { year, month } = monthAfter(day, months);
  const wanted: LocalDate = fromDayNumber(day);
  return toDayNumber(year, month, Math.min(wanted.day, daysInMonth(year, month)));
}

/** The first such day of a month on or after a day; null if it does not occur within twelve months. */
export function nextMonthDay(from: number, dayOfMonth: number): number | null {
  for (let ahead = 0; ahead <= 12; ahead++) {
    const { year, month } = monthAfter(from, ahead);
    if (dayOfMonth > daysInMonth(year, month)) continue;
    const day = toDayNumber(year, month, dayOfMonth);
    if (day >= from) return day;
  }
  return null;
}

/** The first such date on or after a day: this year, next year, or for 29 February the next leap year. */
export function nextYearDay(from: number, month: number, dayOfMonth: number): number | null {
  const { year } = fromDayNumber(from);
  for (let ahead = 0; ahead <= 8; ahead++) {
    if (dayOfMonth < 1 || dayOfMonth > daysInMonth(year + ahead, month)) continue;
    const day = toDayNumber(year + ahead, month, dayOfMonth);
    if (day >= from) return day;
  }
  return null;
}
