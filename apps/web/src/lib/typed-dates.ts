import {
  daysInMonth,
  findDayNumber,
  formatDayNumber,
  fromDayNumber,
  getWeekday,
  toDayNumber,
} from '@dayloom/time';
import { dateFormat } from './date-format.ts';

/** `Tue 24 Nov 2026`, as the locale writes it, in a spelling that `readDate` knows. */
const shown = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  calendar: 'gregory',
  numberingSystem: 'latn',
  timeZone: 'UTC',
});

/** An ISO date in the viewer's spelling; any other text as it is. */
export const formatDate = (date: string): string =>
  findDayNumber(date) === null ? date : shown().format(new Date(`${date}T00:00Z`));

/** The text of a date field that is neither empty nor a date. */
export const isUnreadableDate = (date: string): boolean => date !== '' && findDayNumber(date) === null;

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
/** Until the next leap year at most: 29 February comes again after eight years around 2100. */
const YEARS_AHEAD = 8;
/** Shorter beginnings of a name could be more than one month or weekday. */
const MIN_LETTERS = 3;

const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
/** Around a day and a month: `the 24th of November`. */
const fillers = new Set(['the', 'of', 'st', 'nd', 'rd', 'th']);

const isBeginning = (typed: string) => (name: string) =>
  name === typed || (typed.length >= MIN_LETTERS && name.startsWith(typed));

/** Reads `24 Nov`, `24.11.26`, `2026-11-24`, `fri`, `tomorrow`. Without a year it is the next such day. */
export function readDate(text: string, { today, locale }: { today: string; locale?: string }): string | null {
  const now = findDayNumber(today);
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? [];
  if (now === null || words.length === 0 || words.length > 8) return null;
  const numbers = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => /^\D/.test(word) && !fillers.has(word));
  if (numbers.length === 0) return readDayName(names, now, locale);

  const months = listNames(locale, { month: 'long' }, { month: 'short' });
  const weekdays = listNames(locale, { weekday: 'long' }, { weekday: 'short' });
  const named = names
    .map((name) => months.findIndex((of) => of.some(isBeginning(name))))
    .filter((at) => at >= 0);
  const isKnown = names.every((name) => [...months, ...weekdays].flat().some(isBeginning(name)));
  if (!isKnown || named.length > 1) return null;
  const [month] = named;
  const parts = month === undefined ? orderNumbers(numbers, locale) : withMonthName(numbers, month + 1);
  return parts && findDate(parts, now);
}

interface Parts {
  readonly day: number;
  readonly month: number;
  readonly year?: number;
}

function readDayName(names: readonly string[], today: number, locale: string | undefined): string | null {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return null;
  const days = relative[name];
  if (days !== undefined) return formatDayNumber(today + days);
  const weekday = listNames(locale, { weekday: 'long' }, { weekday: 'short' }).findIndex((of) =>
    of.some(isBeginning(name)),
  );
  // On a Friday, 'fri' is in a week: today has a word of its own.
  return weekday < 0 ? null : formatDayNumber(today + ((weekday - getWeekday(today) + 6) % 7) + 1);
}

const isYear = (digits: string) => digits.length === 4;
const toYear = (digits: string) => (digits.length === 2 ? 2000 : 0) + Number(digits);

function withMonthName(numbers: readonly string[], month: number): Parts | null {
  const [first = '', second] = numbers;
  if (numbers.length > 2) return null;
  if (second === undefined) return { day: Number(first), month };
  const [year, day] = isYear(first) ? [first, second] : [second, first];
  return { day: Number(day), month, year: toYear(year) };
}

function orderNumbers(numbers: readonly string[], locale: string | undefined): Parts | null {
  const [a = '', b = '', c] = numbers;
  if (numbers.length < 2 || numbers.length > 3) return null;
  if (isYear(a)) return c === undefined ? null : { year: Number(a), month: Number(b), day: Number(c) };
  // Somebody who writes 24/11 in the United States means November all the same.
  const isMonthFirst = writesMonthFirst(locale) ? Number(a) <= 12 : Number(b) > 12;
  const [day, month] = isMonthFirst ? [b, a] : [a, b];
  return { day: Number(day), month: Number(month), ...(c !== undefined && { year: toYear(c) }) };
}

function findDate({ day, month, year }: Parts, today: number): string | null {
  const exists = (of: number) => month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(of, month);
  if (year !== undefined)
    return year >= FIRST_YEAR && year <= LAST_YEAR && exists(year)
      ? formatDayNumber(toDayNumber(year, month, day))
      : null;
  const thisYear = fromDayNumber(today).year;
  for (let of = thisYear; of <= thisYear + YEARS_AHEAD; of++)
    if (exists(of) && toDayNumber(of, month, day) >= today)
      return formatDayNumber(toDayNumber(of, month, day));
  return null;
}

const writesMonthFirst = (locale: string | undefined) => {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
};

/** The names of the months or weekdays (from Sunday), in English and in the locale, long and short. */
function listNames(
  locale: string | undefined,
  ...styles: readonly Intl.DateTimeFormatOptions[]
): (readonly string[])[] {
  const isWeekday = styles.some(({ weekday }) => weekday !== undefined);
  const formats = [locale, 'en'].flatMap((language) =>
    styles.map(
      (style) => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', calendar: 'gregory' }),
    ),
  );
  // 4 January 1970 was a Sunday.
  return Array.from({ length: isWeekday ? 7 : 12 }, (_, at) => {
    const date = isWeekday ? Date.UTC(1970, 0, 4 + at) : Date.UTC(1970, at, 1);
    return formats.map((format) => format.format(date).toLowerCase().replace(/\.$/, ''));
  });
}
