import { MINUTE_MS } from '@dayloom/time';
import { readChronoDate } from './chrono-dates.ts';
import {
  type ClockTime,
  type DaySpan,
  type Moment,
  mondayIndex,
  oneDay,
  PARTS_OF_DAY,
  type PartOfDay,
  type Reference,
  toMonday,
} from './date-model.ts';
import { readDays } from './date-words.ts';
import { parseWhole, WHOLE } from './numbers.ts';
import type { TextRange } from './scan.ts';
import { readTime } from './time-words.ts';

/** The role of a date: the task ends by it or before it, starts on it or after it. */
export type DateRole = 'by' | 'before' | 'until' | 'from' | 'after' | 'plain';

export interface DatePhrase {
  readonly role: DateRole;
  readonly moment: Moment;
  /** Whether a word such as 'at' or 'by' says that it is a date. */
  readonly isIntroduced: boolean;
  /** Whether its number may count something: '15 Friday'. */
  readonly isUnsure?: boolean;
  /** Other words of the line that belong to it: 'tomorrow call Bob at 5pm'. */
  readonly joined: readonly TextRange[];
  /** The start of the phrase, its preposition included. */
  readonly from: number;
  readonly to: number;
}

const PREPOSITIONS: readonly { readonly role: DateRole; readonly pattern: RegExp }[] = [
  { role: 'from', pattern: /(?:not before|no(?:t)? earlier than|not until|not till)\s+/iuy },
  {
    role: 'by',
    // The last day is meant by 'before the end of the month'.
    pattern:
      /(?:(?:no|not) later than|at the latest by|due(?: date)?(?: by| on| at| before|:)?|deadline:?|by|before(?= (?:the )?end))\s+/iuy,
  },
  { role: 'before', pattern: /(?:before|b4|b\/f)\s+/iuy },
  { role: 'until', pattern: /(?:until|till|til|through|thru)\s+/iuy },
  { role: 'after', pattern: /(?:starting after|after)\s+/iuy },
  {
    role: 'from',
    pattern: /(?:from|between|start(?:s|ing)?(?: on| from| at)?:?|beginning(?: on| from)?|begins? on)\s+/iuy,
  },
  { role: 'by', pattern: /(?=(?:within|w\/in)\s)/iuy },
  { role: 'plain', pattern: /(?:on|at|for|around|@)\s*/iuy },
];

/** Between a date and its time, in either order. */
const BETWEEN = /\s*,\s*|\s*@\s*|\s+(?:at|for|around|on|um)\s+|\s*/iuy;
const AT_HOUR = /\s(?:at|@)\s?(?<hour>\d{1,2})(?=\s(?![ap]\.?m(?![\p{L}\p{N}]))\p{L})/iuy;
const OR = /\s(?:or|\/)\s(?:on\s)?/iuy;
const TO = /\s(?:to|[-–])\s/iuy;
const AND = /\sand\s/iuy;
const NEXT_WEEK = /\s(?:of )?next week(?![\p{L}\p{N}_])/iuy;
/** Short and regional words for the parts of the day. */
const OTHER_PARTS: Readonly<Record<string, PartOfDay>> = {
  nite: 'night',
  eve: 'evening',
  aft: 'afternoon',
  arvo: 'afternoon',
};
const PART = [...PARTS_OF_DAY, ...Object.keys(OTHER_PARTS)].join('|');
const PART_OF_DAY = new RegExp(
  `\\s(?:(?:in the )?(?<part>${PART})|(?<early>first thing)|(?<half>[ap])m)(?![\\p{L}\\p{N}_])`,
  'iuy',
);
const FIRST_THING = /first thing\s(?:on\s)?/iuy;
const SAME_DAY = new RegExp(
  `(?:(?<tonight>tonight|tonite|2ni(?:te|ght))|this (?<part>${PART}))(?![\\p{L}\\p{N}_])`,
  'iuy',
);
const SHORT_UNIT = 'minutes?|mins?|m|hours?|hrs?|h';
/** 'in 500m' is a distance. */
const MAX_BARE_MINUTES = 240;
const FROM_NOW = new RegExp(
  `(?:in|within|w/in) (?:about |the next )?(?:(?<half>half an hour)|(?<quarter>a quarter of an hour)|(?:(?:an|one) hour|(?<whole>${WHOLE}) hours?) and a half|(?<wholes>${WHOLE}) and a half hours|(?<hours>\\d{1,2})(?:\\s?(?:hours?|hrs?|h)\\s?(?:and\\s)?(?<more>[0-5]?\\d)\\s?(?:minutes?|mins?|m)|h(?<rest>[0-5]\\d))|(?<count>\\d{1,3}[.,]\\d|${WHOLE})\\s?(?<unit>${SHORT_UNIT}))(?![\\p{L}\\p{N}_])|(?<from>${WHOLE}) ?(?<fromUnit>${SHORT_UNIT}) from now(?![\\p{L}\\p{N}_])`,
  'iuy',
);
/** Numbers after these words name something: 'chapter 9 tomorrow' is not an appointment at nine. */
export const NAMED_NUMBER =
  /(?<!\p{L})(?:ch(?:ap(?:ters?)?)?\.?|grades?|pages?|pgs?\.?|pp\.?|qs?|psalms?|gates?|sizes?|sections?|parts?|versions?|ep(?:isode)?s?|units?|questions?|problems?|numbers?|no\.?|rooms?|steps?|levels?|tasks?|tickets?|lessons?|ex(?:ercise)?s?\.?|vol(?:ume)?s?\.?|seasons?|slides?|verses?|items?|ages?|figure|table|#)\s*$/iu;
const WORD_START = /(?<![\p{L}\p{N}_.:/#~$€£-])(?=[\p{L}\p{N}@])/gu;

/**
 * Every date or time phrase of the text, in order and disjoint. `ruleEnd`: where the words of a repetition end;
 * a bare number after them is a time ('biweekly Tue 10').
 */
export function listDatePhrases(
  text: string,
  reference: Reference,
  ruleEnd: number | null = null,
): DatePhrase[] {
  const phrases: DatePhrase[] = [];
  let reached = 0;
  for (const { index } of text.matchAll(WORD_START)) {
    if (index < reached) continue;
    const isAfterRule = ruleEnd !== null && index === ruleEnd + 1;
    const phrase = readPhrase(text, index, reference, isAfterRule);
    if (!phrase) continue;
    const isBetween = /^between\s/iu.test(text.slice(index, index + 8));
    const end = phrase.role === 'from' ? readEnd(text, phrase.to, isBetween ? AND : TO, reference) : null;
    // 'between Monday' alone says nothing.
    if (isBetween && !end) continue;
    phrases.push(phrase);
    reached = phrase.to;
    if (!end) continue;
    phrases.push(inSameWeek(phrase, end));
    reached = end.to;
  }
  return phrases;
}

/** 'from Monday to Wednesday' ends after it begins. */
function inSameWeek({ moment: { days: begin } }: DatePhrase, end: DatePhrase): DatePhrase {
  const { days } = end.moment;
  if (!begin || !days?.isWeekday || days.last >= begin.first) return end;
  return { ...end, moment: { ...end.moment, days: oneDay(days.last + 7) } };
}

/** 'from 29 March to 2 April', 'between Monday and Wednesday' */
function readEnd(text: string, from: number, joint: RegExp, reference: Reference): DatePhrase | null {
  joint.lastIndex = from;
  if (!joint.test(text)) return null;
  const read = readMoment(text, joint.lastIndex, reference);
  return read && { role: 'until', isIntroduced: true, joined: [], from, ...read };
}

function readPhrase(
  text: string,
  from: number,
  reference: Reference,
  isAfterRule: boolean,
): DatePhrase | null {
  const hour = isAfterRule ? readHourAfterAt(text, from - 1) : null;
  if (hour)
    return {
      role: 'plain',
      from,
      isIntroduced: true,
      joined: [],
      moment: moment(null, hour.time, null),
      to: hour.to,
    };
  for (const { role, pattern } of PREPOSITIONS) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match) continue;
    const at = from + match[0].length;
    const read = readMoment(text, at, reference);
    if (read && suits(match[0], read.moment))
      return withOtherDay(text, reference, {
        // 'from 8 to 10 Dec' has an end, too.
        role: role === 'from' && read.moment.days?.isRange ? 'plain' : role,
        from,
        isIntroduced: !/^for/i.test(match[0]),
        joined: [],
        ...read,
      });
    // 'oven on at 4:30': this 'on' introduces nothing.
    if (role !== 'plain' || (/^on/i.test(match[0]) && !/^at\s/i.test(text.slice(at, at + 3)))) {
      const article = /^the\s+/i.exec(text.slice(at))?.[0].length ?? 0;
      const found = readChronoDate(text, at + article, reference);
      if (found && !POSSESSIVE.test(text.slice(found.to, found.to + 3)))
        return { role, from, isIntroduced: true, joined: [], ...found };
    }
  }
  const read = readMoment(text, from, reference);
  if (!read) return null;
  const words = text.slice(from, read.to);
  const isUnsure =
    /^\d/.test(words) &&
    !DATE_THEN_TIME.test(words) &&
    !(reference.conventions.writesTimeWithDot && /^\d{1,2}\.[0-5]\d\s/.test(words)) &&
    (read.moment.time?.isClear === false || isHourAlone(words));
  const plain: DatePhrase = {
    role: 'plain',
    from,
    isIntroduced: isAfterRule,
    joined: [],
    ...read,
    ...(isUnsure && !isAfterRule && { isUnsure }),
  };
  const either = withOtherDay(text, reference, plain);
  const isSure = isAfterRule || either !== plain || isUnambiguousDate(text, from, read, reference);
  return isSure ? either : null;
}

/** '9/12 at 10.30' */
const DATE_THEN_TIME = /^\d{1,2}[/.]\d{1,2}\.?\s(?:at\s|@\s?)?\d{1,2}[:.][0-5]/iu;

/** 'Mon or Tue': the later day, and the question which one. */
function withOtherDay(text: string, reference: Reference, phrase: DatePhrase): DatePhrase {
  const { days, time, part } = phrase.moment;
  OR.lastIndex = phrase.to;
  if (days === null || time !== null || !OR.test(text)) return phrase;
  const other = readDays(text, OR.lastIndex, reference);
  if (!other) return phrase;
  const span: DaySpan = { ...oneDay(other.days.last), otherDay: days.last };
  // 'Mon or Tue morning'
  const behind = part === null ? readPartBehind(text, other.to) : null;
  return { ...phrase, moment: moment(span, time, behind?.part ?? part), to: behind?.to ?? other.to };
}

/** 'at Friday' and 'on 9' mean nothing; 'for 5' would be a count. */
function suits(preposition: string, { days, time, instant }: Moment): boolean {
  const word = preposition.trim().toLowerCase();
  if (word === 'on') return days !== null;
  if (word === 'at' || word === '@' || word === 'around') return time !== null || days?.isName === true;
  // 'a gift for April', 'the budget for March', 'cookies for Christmas'
  if (word === 'for' && days?.isName) return time !== null;
  if (word === 'for') return days === null ? time?.isClear === true : !isBareMonth(days);
  // Rejects 'after in 2 h' and 'from in an hour'.
  return instant === null || word === '';
}

/** 'May', 'for April': a stretch that was not said day by day. */
export function isBareMonth(days: DaySpan): boolean {
  return !days.isClear && days.last - days.first > 7;
}

/** 'chapter 3 tonight' */
function isNamedNumber(text: string, from: number, to: number): boolean {
  return /^\d/.test(text.slice(from, to)) && NAMED_NUMBER.test(text.slice(Math.max(0, from - 20), from));
}

/** '14h' may be a length, too. */
function isHourAlone(words: string): boolean {
  return /^\d{1,2}h$/i.test(words);
}

/** 'by Tuesday’s stand-up': asked about, as the day is a part of a name. */
const POSSESSIVE = /^['’]s(?!\p{L})/iu;
const AT_END = /^\s*(?:$|[,;.!?)\u0080]|(?:by|before|b4|after|from|until|till)\s|all day(?!\p{L}))/iu;
const DOTTED = /^\d{1,2}\.[0-5]\d$/;

/** Without a preposition, only an unambiguous phrase is a date. */
function isUnambiguousDate(
  text: string,
  from: number,
  { moment, to }: { moment: Moment; to: number },
  reference: Reference,
): boolean {
  const { days, time, instant, part } = moment;
  const isAtEnd = AT_END.test(text.slice(to));
  if (time !== null && !time.isClear && isNamedNumber(text, from, to)) return false;
  if (instant !== null || part !== null) return true;
  const isDotted = isAtEnd && DOTTED.test(text.slice(from, to));
  if (days === null && isDotted && reference.conventions.writesTimeWithDot) return true;
  if (days?.isClear || time?.isClear || (days !== null && time !== null)) return true;
  if (days === null || days.last < reference.today || isNamedNumber(text, from, to)) return false;
  // 'Fri', 'Sun', 'the 15th': only at the end of the text or of a part of it, and as its first word only
  // before a colon or what was read ('Fri 3-5pm'; 'SAT' is an exam). A bare month and a holiday never.
  if (isBareMonth(days) || days.isName) return false;
  return from > 0 ? isAtEnd : /^(?::\s|\s?\u0080)/u.test(text.slice(to)) && text.slice(0, to) !== 'SAT';
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
  const minutes = parseMinutesFromNow(match[0], match.groups ?? {});
  if (match.groups?.unit?.toLowerCase() === 'm' && minutes > MAX_BARE_MINUTES) return null;
  return {
    moment: {
      days: null,
      time: null,
      instant: Math.floor(now / MINUTE_MS + minutes) * MINUTE_MS,
      part: null,
    },
    to: at + match[0].length,
  };
}

function parseMinutesFromNow(text: string, groups: Readonly<Record<string, string | undefined>>): number {
  const { half, quarter, hours, more, rest } = groups;
  if (half) return 30;
  if (quarter) return 15;
  if (hours) return Number(hours) * 60 + Number(more ?? rest);
  if (/and a half/i.test(text)) return parseWhole(groups.whole ?? groups.wholes ?? '1') * 60 + 30;
  const count = groups.count ?? groups.from ?? '';
  const number = /[.,]/.test(count) ? Number(count.replace(',', '.')) : parseWhole(count);
  return Math.round(number * (/^h/i.test(groups.unit ?? groups.fromUnit ?? '') ? 60 : 1));
}

function readDayFirst(text: string, at: number, reference: Reference): { moment: Moment; to: number } | null {
  const days = readDay(text, at, reference);
  if (!days) return null;
  let { to, part } = days;
  const isOneDay = days.days.last === days.days.first;
  if (part === null && isOneDay) {
    const behind = readPartBehind(text, to);
    if (behind) ({ part, to } = behind);
  }
  // 'Wednesday evening next week'
  NEXT_WEEK.lastIndex = to;
  const span = NEXT_WEEK.test(text) ? inNextWeek(days.days, reference) : days.days;
  to = Math.max(to, NEXT_WEEK.lastIndex);
  const time = readTime(text, gapEnd(text, to), reference.workdayEnd) ?? readHourAfterAt(text, to);
  if (time) {
    if (isOneDay || time.time.isClear || gapEnd(text, to) - to > 1)
      return { moment: moment(span, time.time, part), to: time.to };
  }
  return { moment: moment(span, null, part), to };
}

function readPartBehind(text: string, from: number): { part: PartOfDay; to: number } | null {
  PART_OF_DAY.lastIndex = from;
  const match = PART_OF_DAY.exec(text);
  if (!match) return null;
  const isAfternoon = /^p/i.test(match.groups?.half ?? '');
  return {
    part: toPartOfDay(match.groups?.part) ?? (isAfternoon ? 'afternoon' : 'morning'),
    to: from + match[0].length,
  };
}

/** 'on Friday at 10 write tests': after a day and 'at', a bare number is its hour. */
function readHourAfterAt(text: string, from: number): { time: ClockTime; to: number } | null {
  AT_HOUR.lastIndex = from;
  const match = AT_HOUR.exec(text);
  const hour = Number(match?.groups?.hour ?? 0);
  if (!match || hour < 1 || hour > 12) return null;
  return { time: { minute: (hour % 12) * 60, isClear: true, form: 'hour' }, to: from + match[0].length };
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
  if (!days) return { moment: moment(null, time.time, null), to: time.to };
  return { moment: moment(days.days, time.time, days.part), to: days.to };
}

interface DayRead {
  readonly days: DaySpan;
  /** The part of the day that the words imply. */
  readonly part: PartOfDay | null;
  readonly to: number;
}

function readDay(text: string, at: number, reference: Reference): DayRead | null {
  const sameDay = readSameDay(text, at, reference);
  if (sameDay) return sameDay;
  FIRST_THING.lastIndex = at;
  const isEarly = FIRST_THING.test(text);
  const read = readDays(text, isEarly ? FIRST_THING.lastIndex : at, reference);
  return read && { ...read, part: isEarly ? 'morning' : null };
}

/** 'tonight', 'this afternoon'. */
function readSameDay(text: string, at: number, { today }: Reference): DayRead | null {
  SAME_DAY.lastIndex = at;
  const match = SAME_DAY.exec(text);
  if (!match) return null;
  const part = toPartOfDay(match.groups?.part) ?? 'night';
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

function toPartOfDay(word: string | undefined): PartOfDay | null {
  const name = word?.toLowerCase() ?? '';
  return OTHER_PARTS[name] ?? PARTS_OF_DAY.find((part) => part === name) ?? null;
}

function moment(days: Moment['days'], time: ClockTime | null, part: PartOfDay | null): Moment {
  return { days, time, instant: null, part };
}
