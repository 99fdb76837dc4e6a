import { MONTH, WEEKDAY } from './calendar-words.ts';
import {
  askAboutForeignDay,
  askAboutFragment,
  askAboutUnparsed,
  askAboutZone,
  askIfDeadline,
  askMinutesTo,
  askWhichFigures,
  type Clarification,
  type ForeignDay,
} from './clarifications.ts';
import type { Reference } from './date-model.ts';
import { type DatePhrase, NAMED_NUMBER } from './date-phrases.ts';
import type { Dates } from './dates.ts';
import { findHoliday, HOLIDAY } from './holidays.ts';
import { parseWhole, WHOLE } from './numbers.ts';
import { type Scan, type TextRange, words } from './scan.ts';
import { ZONE_NAME } from './time-words.ts';

const FULL_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DATE_WORDS = words(
  `(?:${WEEKDAY}),? (?:the |at |@ ?)?\\d{1,2}(?:st|nd|rd|th|[/:]\\d{1,2})?(?= \\p{L}{2})|last (?:working|business) ?day|noon (?:${WEEKDAY})|(?:${WEEKDAY}) noon|(?:in )?(?:mid[ -]|early |late )(?:${MONTH})|in (?:${MONTH})|(?:${MONTH})\\s\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?\\s(?:of )?(?:${MONTH})|(?:${FULL_DAY})(?!['’]s)|(?:${WEEKDAY}) (?:morning|evening)|tomorrow(?!['’]s)|\\d{1,2}(?::[0-5]\\d)?\\s?[ap]m|(?:[01]?\\d|2[0-3]):[0-5]\\d`,
);
/** 'the 5pm slot' is plainly a name. */
const ARTICLE = /(?:^|\s)(?:the|an?|my|our|your|his|her|their|its)\s(?:\p{L}{1,12}\s)?$/iu;

/** A bare number behind a day and before a single thing: 'tomorrow 9 dentist', not 'tomorrow 2 pages'. */
const BARE_HOUR = /(?<=\u0080\s)(?:[1-9]|1[0-2])(?=\s\p{L}{2,30}(?<!s)(?![\p{L}\p{N}]))/u;
/** 'by 5 send the contract'; 'by 5 stamps' is a purchase with a typing error. */
const OPENING_HOUR = /^(?:by|after) (?:[1-9]|1[0-2])(?=\s\p{L}{2,30}(?<!s)(?![\p{L}\p{N}]))/iu;
/** 'by Tuesday's stand-up' */
const DAY_OF_NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:by|before)\\s(?:${FULL_DAY}|tomorrow)(?=['’]s\\s)`,
  'iu',
);
const FIGURES = /(?<![\p{L}\p{N}])on \d{1,2}-\d{1,2}(?![\d-])/iu;
/** A second date: '12/8 & 12/9 4-7pm'. */
const LEFT_SLASHED =
  /(?<![\p{L}\p{N}/.])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])(?=\s?(?:&|and|,)\s?\u0080)/u;
/** 'swap 7/3 for 7/10' */
const SWAPPED =
  /(?<![\p{L}\p{N}/.])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])(?=\s(?:for|to|with)\s\d{1,2}\/\d{1,2}(?![\d/]))/u;
const SLASHED = /(?<![\p{L}\p{N}/.])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])(?![\p{L}\p{N}/])/u;
/** 'chapter 11/1': a part of the chapter, or a date. */
const NAMED_SLASHED =
  /(?<=(?:chapters?|sections?|parts?)\s)(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])(?=\s*(?:$|[,;.!?)]))/iu;
/** '10 to 4 call': ten minutes to four, or until four. '10 to 4 pages' counts. */
const MINUTES_TO =
  /(?<![\p{L}\p{N}.:/#~$€£-])(?<minutes>5|10|20|25|five|ten|twenty) to (?<hour>[1-9]|1[0-2]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\s*$|\s\p{L}{2,30}(?<!s)(?![\p{L}\p{N}]))/iu;
/** 'half 7 drinks Friday' */
const OPENING_HALF = /^half (?:[1-9]|1[0-2])(?=\s\p{L})/iu;
/** A second time of day: 'meds 8am and 8pm', '5am & 5pm daily'. */
const LEFT_CLOCK =
  /(?<![\p{L}\p{N}.:/])(?:(?:0?[1-9]|1[0-2])(?::[0-5]\d)?(?:\s?[ap]m|p)|(?:[01]?\d|2[0-3]):[0-5]\d)(?=\s*(?:$|[,;.!?)\u0080]|(?:&|and)\s\u0080|[ecmp]t\s*(?:$|\u0080)))/iu;
/** Another time of day within a line that has one: 'drop car off 8am pick up 5pm'. */
const OTHER_CLOCK =
  /(?<![\p{L}\p{N}.:/–-])(?:(?:0?[1-9]|1[0-2])(?:[:.][0-5]\d)?\s?[ap]\.?m|(?:[01]?\d|2[0-3]):[0-5]\d|(?<=(?:^|\s)(?:at\s|@\s?))(?:[1-9]|1[0-2])(?=\s*(?:$|[,;!?)\u0080]|(?:and|then|or|with|w\/|&)\s?)))(?![\p{L}\p{N}:–-])/giu;
/** A time within a line that has only a day: 'pick up 2:50 early release', '0530', and outside of America '10.30'. */
const CLOCK = /(?<![\p{L}\p{N}.:/])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:%])/gu;
const MILITARY = /(?<=(?:\p{L}{2}|\u0080)\s)0[4-9][0-5][05](?=\s*(?:$|[,;.!?)\u0080]))/gu;
/** 'webinar 1400 Thursday', 'Thursday 915 stand-up'; 'pay 1200 Friday' and 'BA 1430 Friday' are no times. */
const BESIDE_DAY =
  /(?<=(?<!\p{L})(?!(?:flight|train|bus|tram|route|gate|class|course|line|highway|bug|issue|invoice|order|ref|ticket|model|bill|budget|pay|paid|send|transfer|save|deposit|raise|donate|withdraw|spend|run|row|swim|walk|write|print|buy|sell|bring|cook)\s)\p{Ll}{3,20}\s)(?:0?[6-9]|1\d|2[0-3])(?:00|15|30|45)(?=\s?\u0080)|(?<=\u0080\s)(?:0?[6-9]|1\d|2[0-3])(?:00|15|30|45)(?=\s*(?:$|[,;!?)]|\s\p{L}{2,30}(?<!s)(?![\p{L}\p{N}])))/gu;
const DOTTED = /(?<=\p{L}{2}\s)(?:0?[6-9]|1\d|2[0-3])\.[0-5]\d(?=\s*(?:$|[,;!?)\u0080]))/gu;
/**
 * What is left of longer words for a date or a time: '3 weeks [on Tuesday]', '[Friday] of next month', '9 til late',
 * '12 or [12:30]', 'Mon-Thu [next week]', '[Tuesday] and Thursday next week'.
 */
const FRAGMENT = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?<!(?:for|over|takes?|lasts?|every|next|last|past) )(?:${WHOLE}) (?:days?|weeks?|fortnights?|months?)(?: (?:from|after|before|until|to|on))?(?=\\s\\u0080)`,
    `(?<=\\u0080\\s)(?:of|in) (?:(?:the|this|next|last) )?(?:months?|weeks?|years?|${MONTH})(?![\\p{L}\\p{N}])`,
    '(?<=\\u0080\\s?)(?:or (?:the )?|[/&] ?)\\d{1,2}(?:st|nd|rd|th|ish|\\s?[ap]m|:[0-5]\\d)?(?![\\p{L}\\p{N}:./])',
    '(?<!\\p{L})(?:before|by|until) then(?!\\p{L})',
    '(?<![\\p{L}\\p{N}.:/])\\d{1,2}(?::[0-5]\\d)? or(?=\\s\\u0080)',
    '\\d{1,2}(?:\\s?pm)? ?(?:-|to|til|till|until) ?(?:late|close|whenever)(?!\\p{L})',
    `(?<![\\p{L}\\p{N}])(?:${WEEKDAY})(?:\\s?[-–/&]\\s?|\\s(?:to|and|or|thru)\\s)(?:${WEEKDAY})(?![\\p{L}\\p{N}])`,
    `(?<=\\u0080\\s)(?:and|or|&) (?:${WEEKDAY})(?![\\p{L}\\p{N}'’])`,
  ].join('|'),
  'iu',
);
/** 'Dec 24th [and 25th]', 'Jan 5[, 6 and 7]' */
const MORE_DAYS =
  /^(?:,| and| or| ?[&/]) ?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?=\s*(?:$|[,&]|and\s|or\s|\p{L}{2,30}(?<!s)(?![\p{L}\p{N}])))/iu;
/** Directly behind a time that was read. */
const ZONE = new RegExp(`(?<=\\u0080\\s{0,2}\\(?)${ZONE_NAME}`, 'u');

interface Parsed {
  readonly dates: Dates;
  /** Whether the line has a time of day. */
  readonly isTimed: boolean;
  /** Whether the line has a range of hours or a repetition. */
  readonly hasSpan: boolean;
  readonly repeats: boolean;
}

/** Asks about words of the title that look like a date, a time or a zone. */
export function clarifyUnparsed(
  scan: Scan,
  { dates: { due, plain, start }, isTimed, hasSpan, repeats }: Parsed,
  reference: Reference,
): Clarification | null {
  const phrases = [due, plain, start].filter((phrase) => phrase !== null);
  const hasRuleOrDay = repeats || phrases.some(({ moment }) => moment.days !== null);
  const hasDay = hasSpan || phrases.some(({ moment }) => moment.days !== null);
  const isRead = phrases.length > 0 || hasSpan;
  const named = hasDay ? null : toRange(DAY_OF_NAME.exec(scan.rest));
  if (named) return askIfDeadline(scan.source, named);
  const unparsed =
    (isRead
      ? findUnparsedFigures(scan.rest, { hasDay })
      : (findUnparsedDate(scan.rest) ?? toRange(NAMED_SLASHED.exec(scan.rest)))) ??
    (isTimed ? null : findClock(scan.rest, reference)) ??
    (isTimed || hasSpan ? null : (findHours(scan.rest) ?? toRange(HOUR_OF.exec(scan.rest)))) ??
    (hasDay && !isTimed ? toRange(BARE_HOUR.exec(scan.rest)) : null) ??
    (isTimed ? null : toRange(OPENING_HOUR.exec(scan.rest) ?? OPENING_HALF.exec(scan.rest))) ??
    (hasDay ? null : findHolidayName(scan.rest, { isRead }, reference));
  const minutesTo = isTimed || hasSpan || unparsed ? null : MINUTES_TO.exec(scan.rest);
  const range = toRange(minutesTo);
  if (range) {
    const { minutes, hour } = minutesTo?.groups ?? {};
    return askMinutesTo(scan.source, range, [parseWhole(minutes ?? ''), parseWhole(hour ?? '')], reference);
  }
  const other = unparsed
    ? null
    : ((isTimed || hasSpan ? findOtherClock(scan.rest) : null) ?? (hasSpan ? null : findSwapped(scan)));
  const which = other && plain && askWhichFigures(scan.source, other, plain);
  if (which) return which;
  if (other && hasSpan) return askAboutUnparsed(scan.source, other, { isTimed: true }, reference);
  const fragment =
    isRead || repeats ? (toRange(FRAGMENT.exec(scan.rest)) ?? findMoreDays(scan, phrases)) : null;
  if (fragment) return askAboutFragment(scan.source, fragment);
  if (unparsed) return askAboutUnparsed(scan.source, unparsed, { isTimed }, reference);
  const opening =
    isRead && !hasDay ? (toRange(OPENING_DAY.exec(scan.rest)) ?? findDayBetween(scan.rest)) : null;
  if (opening) return askAboutUnparsed(scan.source, opening, { isTimed }, reference);
  const foreign = hasRuleOrDay ? null : findForeignDay(scan.rest, reference);
  if (foreign) return askAboutForeignDay(scan.source, foreign);
  const zone = isTimed ? findUnparsedZone(scan.rest) : null;
  return zone && askAboutZone(scan.source, zone);
}

/** A date in figures that is not read although the line has another one, or null. */
function findUnparsedFigures(text: string, { hasDay }: { hasDay: boolean }): TextRange | null {
  return toRange(
    FIGURES.exec(text) ??
      LEFT_CLOCK.exec(text) ??
      LEFT_SLASHED.exec(text) ??
      (hasDay ? null : SLASHED.exec(text)),
  );
}

/** Further days behind a date that was read. */
function findMoreDays({ source, rest }: Scan, phrases: readonly DatePhrase[]): TextRange | null {
  for (const { moment, joined, from, to } of phrases) {
    if (moment.time !== null || joined.length > 0 || !/\d(?:st|nd|rd|th)?$/i.test(source.slice(from, to)))
      continue;
    const behind = MORE_DAYS.exec(rest.slice(to, to + 60));
    if (behind) return { from: to + behind[0].search(/\S/), to: to + behind[0].length };
  }
  return null;
}

function findSwapped({ source, rest }: Scan): TextRange | null {
  const range = toRange(SWAPPED.exec(source));
  return range && rest.startsWith(source.slice(range.from, range.to), range.from) ? range : null;
}

/** Days as people write them in a line that is otherwise English, and what they are in English. */
const FOREIGN_DAYS: readonly (readonly [foreign: RegExp, day: string])[] = (
  [
    ['montag|lundi|lunes', 'Monday'],
    ['dienstag|mardi|martes', 'Tuesday'],
    ['mittwoch|mercredi|miércoles', 'Wednesday'],
    ['donnerstag|jeudi|jueves', 'Thursday'],
    ['freitag|vendredi|viernes', 'Friday'],
    ['samstag|samedi|sábado', 'Saturday'],
    ['sonntag|dimanche|domingo', 'Sunday'],
    ['heute', 'today'],
    ['morgen|demain|mañana', 'tomorrow'],
  ] as const
).map(([names, day]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, 'iu'), day]);
/** 'fri wrap up 3pm', but also 'sun cream' */
const OPENING_DAY = new RegExp(`^(?:${WEEKDAY})(?=\\s\\p{L})`, 'iu');
/** 'rugby Sat KO 3pm': without 'sat', 'sun' and 'wed' in lower case, which are words. */
const DAY_BETWEEN =
  /(?<=[\p{L}\u0080]\s)(?:(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day|[Mm]on|[Tt]ues?|[Tt]hu(?:rs?)?|[Ff]ri|Wed|Sat|Sun)(?=\s\p{L})|(?<=\p{L}\s)(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?=\s\u0080)/gu;

function findDayBetween(text: string): TextRange | null {
  for (const match of text.matchAll(DAY_BETWEEN))
    if (!ARTICLE.test(text.slice(Math.max(0, match.index - 30), match.index))) return toRange(match);
  return null;
}

/** 'Mo 8:30' */
const GERMAN_DAY = /(?<![\p{L}\p{N}])(?:mo|di|mi|do|fr|sa|so)(?=\s\u0080)/iu;
const GERMAN_DAYS = ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function findForeignDay(text: string, { conventions }: Reference): ForeignDay | null {
  for (const [pattern, day] of FOREIGN_DAYS) {
    const range = toRange(pattern.exec(text));
    if (range) return { ...range, day };
  }
  const match = conventions.writesTimeWithDot ? GERMAN_DAY.exec(text) : null;
  const range = toRange(match);
  const day = DAYS[GERMAN_DAYS.indexOf(match?.[0].toLowerCase() ?? '')];
  return range && day !== undefined ? { ...range, day } : null;
}

/** The abbreviation of a zone after a time: 'at 2pm EST'. */
function findUnparsedZone(text: string): TextRange | null {
  return toRange(ZONE.exec(text));
}

/** Hours at the end of a line: 'gym 18-19'. Longer stretches are seldom times. */
const HOURS =
  /(?<![\p{L}\p{N}.:/#~$€£-])(?<first>\d{1,2})\s?[-–]\s?(?<last>\d{1,2})(?=\s*$)|^\s*(?<early>[7-9]|1[0-2])-(?<late>\d{1,2})(?=\s\p{L})/u;
const LONGEST = 4;
/** 'dinner 7', 'dentist half 2', 'set alarm 530', 'tea in 5', 'call at 5 or 6' */
const HOUR_OF =
  /(?<!\p{L})(?:at|by|after|before) (?:[1-9]|1[0-2]) (?:or|and|&) (?:[1-9]|1[0-2])(?=\s*$|\s\p{L}{2,30}(?<!s)(?![\p{L}\p{N}]))|(?<!\p{L})in (?:5|10|15|20|30|45)(?=\s*$)|(?<=(?:alarm|wake-?(?: me)?(?: ?up)?)\s)(?:[4-9]|1[0-2])(?:[0-5]\d)?(?=\s*$)|(?<=(?:breakfast|brunch|lunch|dinner|drinks|dentist|doctor|gym)\s)(?:half )?(?:[1-9]|1[0-2])(?=\s*$)/iu;

function findHours(text: string): TextRange | null {
  const match = HOURS.exec(text);
  const { first: from, last: to, early, late } = match?.groups ?? {};
  const [first, end] = [Number(from ?? early), Number(to ?? late)];
  const last = end < first && first <= 12 ? end + 12 : end;
  if (!match || NAMED_NUMBER.test(text.slice(Math.max(0, match.index - 20), match.index))) return null;
  return first >= 1 && last <= 24 && last > first && last - first <= LONGEST ? toRange(match) : null;
}

function findOtherClock(text: string): TextRange | null {
  for (const match of text.matchAll(OTHER_CLOCK)) {
    const before = text.slice(Math.max(0, match.index - 30), match.index);
    if (!ARTICLE.test(before) && !NAMED_NUMBER.test(before)) return toRange(match);
  }
  return null;
}

/** Digits that look like a time of day, or null. */
function findClock(text: string, { conventions }: Reference): TextRange | null {
  for (const pattern of [CLOCK, MILITARY, BESIDE_DAY, ...(conventions.isMonthFirst ? [] : [DOTTED])])
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, match.index - 30), match.index);
      if (!ARTICLE.test(before) && !NAMED_NUMBER.test(before)) return toRange(match);
    }
  return null;
}

/** Words that look like a date although nothing was read from them, or null. */
function findUnparsedDate(text: string): TextRange | null {
  for (const match of text.matchAll(DATE_WORDS)) {
    if (!ARTICLE.test(text.slice(Math.max(0, match.index - 30), match.index))) return toRange(match);
  }
  return null;
}

const HOLIDAY_NAME = words(HOLIDAY);
/** 'a gift for Christmas', 'plan Easter': these words make a holiday the subject. */
const ABOUT_HOLIDAY =
  /(?:^|\s)(?:for|about|of|re:?|regarding|plan|celebrate|organi[sz]e|prepare|happy|an?|my|our|your|their)\s$/iu;

/** A holiday at the end of a line without a date, or anywhere in a line with a time of day but without a day. */
function findHolidayName(
  text: string,
  { isRead }: { isRead: boolean },
  { today, conventions }: Reference,
): TextRange | null {
  for (const match of text.matchAll(HOLIDAY_NAME)) {
    const day = findHoliday(match[0], today, conventions.isMonthFirst);
    if (day === null || day === today) continue;
    const isAtEnd = match.index > 0 && text.slice(match.index + match[0].length).trim() === '';
    if (isRead || (isAtEnd && !ABOUT_HOLIDAY.test(text.slice(Math.max(0, match.index - 20), match.index))))
      return toRange(match);
  }
  return null;
}

function toRange(match: RegExpExecArray | null): TextRange | null {
  return match && { from: match.index, to: match.index + match[0].length };
}
