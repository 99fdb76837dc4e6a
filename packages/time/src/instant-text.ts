import { daysInMonth, fromDayNumber, toDayNumber } from './civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * ISO 8601 with a zone ("2027-01-05T12:45:00.000Z", "2027-01-05T12:45+01:00") -> epoch milliseconds; null for
 * anything else. The first form, which we write ourselves, has a path several times faster than `Date.parse`:
 * parsing thousands of busy times is most of the work of finding slots.
 */
export function findInstant(text: string): number | null {
  if (text.length === 24 && text.charCodeAt(23) === 90 && text.charCodeAt(10) === 84) {
    const year = two(text, 0) * 100 + two(text, 2);
    const month = two(text, 5);
    const day = two(text, 8);
    const hour = two(text, 11);
    const minute = two(text, 14);
    const second = two(text, 17);
    const thousandths = text.charCodeAt(22) - 48;
    if (
      text.charCodeAt(4) === 45 &&
      text.charCodeAt(7) === 45 &&
      text.charCodeAt(13) === 58 &&
      text.charCodeAt(16) === 58 &&
      text.charCodeAt(19) === 46 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      (day <= 28 || day <= daysInMonth(year, month)) &&
      hour < 24 &&
      minute < 60 &&
      second < 60 &&
      thousandths >= 0 &&
      thousandths <= 9
    ) {
      const instant =
        toDayNumber(year, month, day) * DAY_MS +
        hour * HOUR_MS +
        minute * MINUTE_MS +
        second * 1000 +
        two(text, 20) * 10 +
        thousandths;
      if (!Number.isNaN(instant)) return instant;
    }
  }
  if (
    !ISO.test(text) ||
    Number(text.slice(8, 10)) > daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
  )
    return null;
  const parsed = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(parsed) ? null : parsed;
}

/** Two digits -> 0..99, or NaN, so that every comparison above fails. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const TWO = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));

/**
 * Writes instants on whole minutes as "2027-01-05T12:45:00.000Z". The date part is cached between calls,
 * which makes a thousand sorted slots cheaper than a thousand `toISOString`.
 */
export function minuteFormatter(): (instant: number) => string {
  let day = Number.NaN;
  let prefix = '';
  return (instant) => {
    const dayNumber = Math.floor(instant / DAY_MS);
    if (dayNumber !== day) {
      const date = fromDayNumber(dayNumber);
      if (date.year < 0 || date.year > 9999) return new Date(instant).toISOString();
      day = dayNumber;
      prefix = `${String(date.year).padStart(4, '0')}-${TWO[date.month]}-${TWO[date.day]}T`;
    }
    const minuteOfDay = Math.floor((instant - dayNumber * DAY_MS) / MINUTE_MS);
    return `${prefix}${TWO[Math.floor(minuteOfDay / 60)]}:${TWO[minuteOfDay % 60]}:00.000Z`;
  };
}
