import { fromDayNumber } from '@dayloom/time';
import { mondayIndex, type PartOfDay, type Reference } from './date-model.ts';
import type { DatePhrase, DateRole } from './date-phrases.ts';
import type { TextRange } from './scan.ts';

/** A date and a time without doubt; null where the phrase names none. */
interface Certain {
  readonly day: number | null;
  readonly minute: number | null;
  readonly part: PartOfDay | null;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A date without its year is the next one: farther away, or in the past, the year is needed. */
const DAYS_WITHOUT_YEAR = 300;

/** The line with a phrase of it in words that have one reading. */
export function rewritePhrase(
  text: string,
  phrase: DatePhrase,
  certain: Certain,
  reference: Reference,
): string {
  return replaceWords(text, [phrase, ...phrase.joined], toWords(phrase.role, certain, reference));
}

/** Replaces the first of the ranges, and takes the others out. */
export function replaceWords(text: string, [first, ...others]: readonly TextRange[], words: string): string {
  if (first === undefined) return text;
  const edits = [{ ...first, words }, ...others.map((range) => ({ ...range, words: '' }))];
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((line, { from, to, words }) => `${line.slice(0, from)}${words}${line.slice(to)}`, text)
    .replace(/\s+/g, ' ');
}

function toWords(role: DateRole, { day, minute, part }: Certain, reference: Reference): string {
  const date = day === null ? '' : formatDate(day, reference);
  const time = minute === null ? (part ?? '') : formatHalfDayTime(minute);
  if (role !== 'plain') return `${role} ${date} ${time}`.replace(/\s+/g, ' ').trim();
  if (minute === null) return `on ${date} ${time}`.trim();
  return day === null ? `at ${time}` : `on ${date} at ${time}`;
}

/** 'Nov 27', in words that are read as they are written. */
export function formatDate(day: number, { conventions, today }: Reference): string {
  const { year, month, day: dayOfMonth } = fromDayNumber(day);
  const name = MONTHS[month - 1];
  const date = conventions.isMonthFirst ? `${name} ${dayOfMonth}` : `${dayOfMonth} ${name}`;
  return day >= today && day - today < DAYS_WITHOUT_YEAR ? date : `${date} ${year}`;
}

/** '5:00 pm' is clear in every locale; '5:00' is not. */
export function formatHalfDayTime(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** 'Fri Nov 27' */
export function formatDay(day: number, { conventions }: Reference): string {
  const date = fromDayNumber(day);
  const [weekday, month] = [WEEKDAYS[mondayIndex(day)], MONTHS[date.month - 1]];
  return conventions.isMonthFirst ? `${weekday} ${month} ${date.day}` : `${weekday} ${date.day} ${month}`;
}

/** '5:00 pm' or '17:00' */
export function formatTime(minute: number, { conventions }: Reference): string {
  if (conventions.isTwelveHour) return formatHalfDayTime(minute);
  return `${Math.floor(minute / 60) % 24}:${String(minute % 60).padStart(2, '0')}`;
}
