import { MINUTE_MS } from '@dayloom/time';
import { readChronoDate } from './chrono-dates.ts';
import { readDays } from './date-words.ts';
import {
  type ClockTime,
  type DaySpan,
  type Moment,
  mondayIndex,
  oneDay,
  type Reference,
  toMonday,
} from './moments.ts';
import { parseWhole, WHOLE } from './numbers.ts';
import { DAYPART, daypartEnd, readTime } from './time-words.ts';

/** The role of a date: the task ends by it or before it, starts on it or after it. */
export type DateRole = 'by' | 'before' | 'until' | 'from' | 'after' | 'plain';

export interface DatePhrase {
  readonly role: DateRole;
  readonly moment: Moment;
  /** The start of the phrase, its preposition included. */
  readonly from: number;
  readonly to: number;
}

const PREPOSITIONS: readonly { readonly role: DateRole; readonly pattern: RegExp }[] = [
  { role: 'from', pattern: /(?:not before|no(?:t)? earlier than|not until|not till)\s+/iuy },
  {
    role: 'by',
    pattern:
      /(?:(?:no|not) later than|at the latest by|due(?: date)?(?: by| on| at| before|:)?|deadline:?|by)\s+/iuy,
  },
  { role: 'before', pattern: /before\s+/iuy },
  { role: 'until', pattern: /(?:until|till|til)\s+/iuy },
  { role: 'after', pattern: /(?:starting after|after)\s+/iuy },
  {
    role: 'from',
    pattern: /(?:from|start(?:s|ing)?(?: on| from| at)?:?|beginning(?: on| from)?|begins? on)\s+/iuy,
  },
  { role: 'plain', pattern: /(?:on|at|for|@)\s*/iuy },
];

/** Between a date and its time, in either order. */
const BETWEEN = /\s*,\s*|\s*@\s*|\s+(?:at|for|by|before|around|on)\s+|\s*/iuy;
const NEXT_WEEK = /\s(?:of )?next week(?![\p{L}\p{N}_])/iuy;
const PART_OF_DAY = new RegExp(`\\s(?:in the )?(?<part>${DAYPART})(?![\\p{L}\\p{N}_])`, 'iuy');
const SAME_DAY = new RegExp(`(?:(?<tonight>tonight)|this (?<part>${DAYPART}))(?![\\p{L}\\p{N}_])`, 'iuy');
const FROM_NOW = new RegExp(
  `(?:in|within) (?:about |the next )?(?:(?<half>half an hour)|(?<quarter>a quarter of an hour)|(?<count>\\d{1,3}[.,]\\d|${WHOLE})\\s?(?<unit>minutes?|mins?|hours?|hrs?|h))(?![\\p{L}\\p{N}_])`,
  'iuy',
);
/** Numbers after these words name something: 'chapter 9 tomorrow' is not an appointment at nine. */
const NAMED_NUMBER =
  /(?:chapters?|pages?|sections?|parts?|versions?|episodes?|units?|questions?|numbers?|no\.?|rooms?|steps?|levels?|tasks?|tickets?|lessons?|exercises?|figure|table|#)\s*$/iu;
const WORD_START = /(?<![\p{L}\p{N}_.:/#~$€£-])(?=[\p{L}\p{N}@])/gu;

/** Every date or time phrase of the text, in order and disjoint. */
export function findDatePhrases(text: string, reference: Reference): DatePhrase[] {
  const phrases: DatePhrase[] = [];
  let reached = 0;
  for (const { index } of text.matchAll(WORD_START)) {
    if (index < reached) continue;
    const phrase = readPhrase(text, index, reference);
    if (!phrase) continue;
    phrases.push(phrase);
    reached = phrase.to;
  }
  return phrases;
}

function readPhrase(text: string, from: number, reference: Reference): DatePhrase | null {
  for (const { role, pattern } of PREPOSITIONS) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) continue;
    const at = from + match[0].length;
    const read = readMoment(text, at, reference);
    if (read && suits(match[0], read.moment)) return { role, from, ...read };
    if (role !== 'plain' || /^on/i.test(match[0])) {
      const article = /^the\s+/i.exec(text.slice(at))?.[0].length ?? 0;
      const found = readChronoDate(text, at + article, reference);
      if (found) return { role, from, ...found };
    }
  }
  const read = readMoment(text, from, reference);
  if (!read || !standsAlone(text, from, read, reference)) return null;
  return { role: 'plain', from, ...read };
}

/** 'at Friday' and 'on 9' mean nothing; 'for 5' would be a count. */
function suits(preposition: string, { days, time, instant }: Moment): boolean {
  const word = preposition.trim().toLowerCase();
  if (word === 'on') return days !== null;
  if (word === 'at' || word === '@') return time !== null;
  if (word === 'for') return days !== null || time?.isClear === true;
  // Rejects 'after in 2 h' and 'from in an hour'.
  return instant === null;
}

/** Without a preposition, only an unambiguous phrase is a date. */
function standsAlone(
  text: string,
  from: number,
  { moment, to }: { moment: Moment; to: number },
  reference: Reference,
): boolean {
  const { days, time, instant } = moment;
  if (instant !== null) return true;
  if (days !== null && time !== null && !time.isClear) return !NAMED_NUMBER.test(text.slice(0, from));
  if (days?.isClear || (time?.isClear && (days === null || days.isClear))) return true;
  if (days === null || /^\d/.test(text.slice(from, to)) || days.last < reference.today) return false;
  // 'Fri', 'Sun', 'the 15th': only at the end of the text or of a part of it, and not as its first word. A
  // bare month ('May', 'March') never.
  const isBareMonth = days.first !== days.last;
  return !isBareMonth && from > 0 && /^\s*(?:$|[,;.!?)\uFFFC])/u.test(text.slice(to));
}

/** A date, a time, or both in any order, at exactly `at`. */
function readMoment(text: string, at: number, reference: Reference): { moment: Moment; to: number } | null {
  return (
    readFromNow(text, at, reference) ??
    readDayFirst(text, at, reference) ??
    readTimeFirst(text, at, reference)
  );
}

function readFromNow(text: string, at: number, { now }: Reference): { moment: Moment; to: number } | null {
  FROM_NOW.lastIndex = at;
  const match = FROM_NOW.exec(text);
  if (!match) return null;
  const { half, quarter, count = '', unit = '' } = match.groups ?? {};
  const number = /[.,]/.test(count) ? Number(count.replace(',', '.')) : parseWhole(count);
  const minutes = half ? 30 : quarter ? 15 : Math.round(number * (/^h/i.test(unit) ? 60 : 1));
  return { moment: { days: null, time: null, instant: now + minutes * MINUTE_MS }, to: at + match[0].length };
}

function readDayFirst(text: string, at: number, reference: Reference): { moment: Moment; to: number } | null {
  const days = readDay(text, at, reference);
  if (!days) return null;
  let { to, part = null } = days;
  if (part === null) {
    PART_OF_DAY.lastIndex = to;
    const match = PART_OF_DAY.exec(text);
    if (match) {
      part = match.groups?.part ?? null;
      to += match[0].length;
    }
  }
  // 'Wednesday evening next week'
  NEXT_WEEK.lastIndex = to;
  const span = NEXT_WEEK.test(text) ? inNextWeek(days.days, reference) : days.days;
  to = Math.max(to, NEXT_WEEK.lastIndex);
  const time = readTime(text, gapEnd(text, to), reference.workdayEnd);
  if (time) {
    // An ambiguous time needs more than a space before it: 'Friday 5 apples', but 'Friday at 5'.
    const joined = time.time.isClear || gapEnd(text, to) - to > 1;
    if (joined) return { moment: moment(span, inPart(time.time, part)), to: time.to };
  }
  return { moment: moment(span, part === null ? null : { minute: daypartEnd(part), isClear: true }), to };
}

function readTimeFirst(
  text: string,
  at: number,
  reference: Reference,
): { moment: Moment; to: number } | null {
  const time = readTime(text, at, reference.workdayEnd);
  if (!time) return null;
  const next = gapEnd(text, time.to);
  const days = next > time.to ? readDay(text, next, reference) : null;
  if (!days) return { moment: moment(null, time.time), to: time.to };
  return { moment: moment(days.days, inPart(time.time, days.part ?? null)), to: days.to };
}

interface DayRead {
  readonly days: DaySpan;
  /** The part of the day that the words imply. */
  readonly part?: string;
  readonly to: number;
}

function readDay(text: string, at: number, reference: Reference): DayRead | null {
  return readSameDay(text, at, reference) ?? readDays(text, at, reference);
}

/** 'tonight', 'this afternoon'. */
function readSameDay(text: string, at: number, { today }: Reference): DayRead | null {
  SAME_DAY.lastIndex = at;
  const match = SAME_DAY.exec(text);
  if (!match) return null;
  const part = match.groups?.part ?? 'night';
  return { days: oneDay(today), part, to: at + match[0].length };
}

function inNextWeek(days: DaySpan, { today }: Reference): DaySpan {
  return oneDay(toMonday(today) + 7 + mondayIndex(days.first));
}

function gapEnd(text: string, at: number): number {
  BETWEEN.lastIndex = at;
  const match = BETWEEN.exec(text);
  return at + (match?.[0].length ?? 0);
}

/** '8 tonight' is eight in the evening. */
function inPart(time: ClockTime, part: string | null): ClockTime {
  const isLate = part !== null && part.toLowerCase() !== 'morning';
  return isLate && time.minute < 720 ? { ...time, minute: time.minute + 720 } : time;
}

function moment(days: Moment['days'], time: ClockTime | null): Moment {
  return { days, time, instant: null };
}
