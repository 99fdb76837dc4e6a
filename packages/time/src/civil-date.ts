import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';
/**
 * Arithmetic on the proleptic Gregorian calendar (ISO 8601), without time zones or the machine's clock. A
 * *day number* counts days since 1970-01-01. A *local millisecond* counts milliseconds since 1970-01-01T00:00
 * on a wall clock in any zone.
 */

/** A date on a wall calendar. `month` is 1..12. */
export interface LocalDate {
  year: number;
  month: number;
  day: number;
}

/** A time on a wall clock. Absent seconds and milliseconds are 0; hour 24 is the next midnight. */
export interface LocalDateTime extends LocalDate {
  hour: number;
  minute: number;
  second?: number;
  millisecond?: number;
}

/** Days since 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
export function toDayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `toDayNumber`. */
export function fromDayNumber(dayNumber: number): LocalDate {
  const z = dayNumber + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** 0 = Sunday .. 6 = Saturday. */
export function getWeekday(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Wall clock -> local millisecond. Fields may overflow (hour 24, minute 90). */
export function toLocalMs(local: LocalDateTime): number {
  return (
    toDayNumber(local.year, local.month, local.day) * DAY_MS +
    local.hour * HOUR_MS +
    local.minute * MINUTE_MS +
    (local.second ?? 0) * 1000 +
    (local.millisecond ?? 0)
  );
}

/** Local millisecond -> wall clock, all fields present. */
export function fromLocalMs(localMs: number): Required<LocalDateTime> {
  const dayNumber = Math.floor(localMs / DAY_MS);
  const rest = localMs - dayNumber * DAY_MS;
  const { year, month, day } = fromDayNumber(dayNumber);
  return {
    year,
    month,
    day,
    hour: Math.floor(rest / HOUR_MS),
    minute: Math.floor(rest / MINUTE_MS) % 60,
    second: Math.floor(rest / 1000) % 60,
    millisecond: rest % 1000,
  };
}

/** "2027-03-14" -> day number; null for an invalid date. */
export function findDayNumber(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return toDayNumber(year, month, day);
}

/** Day number -> "2027-03-14". */
export function formatDayNumber(dayNumber: number): string {
  const { year, month, day } = fromDayNumber(dayNumber);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
