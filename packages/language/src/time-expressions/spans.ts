/**
 * Arithmetic on wall-clock time: milliseconds that the calendar and clock of one place show, counted as if that
 * place had no time zone. A span ends before `end`.
 */
import {
  DAY_MS,
  daysInMonth,
  fromDayNumber,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  toDayNumber,
} from '@dayloom/time';

export const UNITS = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
] as const;
export type Unit = (typeof UNITS)[number];

export interface Span {
  readonly start: number;
  readonly end: number;
}

const FIXED_MS: Partial<Record<Unit, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = -3;

export const isFiner = (unit: Unit, than: Unit): boolean => UNITS.indexOf(unit) < UNITS.indexOf(than);

export const toDay = (time: number): number => Math.floor(time / DAY_MS);

/** The time of the first day of a month; months may lie outside 1..12. */
export function monthStart(year: number, month: number): number {
  const index = year * 12 + month - 1;
  return toDayNumber(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, 1) * DAY_MS;
}

export function floorTo(unit: Unit, time: number): number {
  const fixed = FIXED_MS[unit];
  if (fixed) return Math.floor(time / fixed) * fixed;
  const day = toDay(time);
  if (unit === 'week') return (Math.floor((day - FIRST_MONDAY) / 7) * 7 + FIRST_MONDAY) * DAY_MS;
  const { year, month } = fromDayNumber(day);
  const size = MONTHS[unit] ?? 1;
  const index = year * 12 + month - 1;
  return monthStart(0, Math.floor(index / size) * size + 1);
}

/** Adds whole units; halves of days and smaller units count, of larger ones they do not. */
export function add(time: number, count: number, unit: Unit): number {
  const fixed = unit === 'week' ? 7 * DAY_MS : FIXED_MS[unit];
  if (fixed) return time + Math.round(count * fixed);
  const months = Math.round(count * (MONTHS[unit] ?? 1));
  const day = toDay(time);
  const date = fromDayNumber(day);
  const first = toDay(monthStart(date.year, date.month + months));
  const { year, month } = fromDayNumber(first);
  const within = Math.min(date.day, daysInMonth(year, month)) - 1;
  return (first + within) * DAY_MS + (time - day * DAY_MS);
}

/** The unit that a time lies in: its day, its month. */
export function unitAround(unit: Unit, time: number): Span {
  const start = floorTo(unit, time);
  return { start, end: add(start, 1, unit) };
}
