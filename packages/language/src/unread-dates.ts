import { MONTH, WEEKDAY } from './calendar-words.ts';
import { NAMED_NUMBER } from './date-phrases.ts';
import { words } from './scan.ts';

const FULL_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DATE_WORDS = words(
  `(?:mid[ -]|in (?:mid[ -]|early |late )?)(?:${MONTH})|(?:${MONTH})\\s\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?\\s(?:of )?(?:${MONTH})|(?:${FULL_DAY})(?!['’]s)|(?:${WEEKDAY}) (?:morning|evening)|tomorrow(?!['’]s)|\\d{1,2}(?::[0-5]\\d)?\\s?[ap]m|(?:[01]?\\d|2[0-3]):[0-5]\\d`,
);
/** 'the 5pm slot' is plainly a name. */
const ARTICLE = /(?:^|\s)(?:the|an?|my|our|your|his|her|their|its)\s(?:\p{L}{1,12}\s)?$/iu;

const FIGURES = /(?<![\p{L}\p{N}])on \d{1,2}-\d{1,2}(?![\d-])/iu;
const SLASHED = /(?<![\p{L}\p{N}/.])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|[12]\d|3[01])(?![\p{L}\p{N}/])/u;
/** Directly behind a time that was read. */
const ZONE = /(?<=\uFFFC\s{0,2}\(?)(?:[ECMP][SD]T|[ECMP]T|GMT|UTC|BST|CES?T|IST|JST|AES?T)(?![\p{L}\p{N}])/u;

/** A date in figures that is not read although the line has another one, or null. */
export function findUnreadFigures(text: string, { hasDay }: { hasDay: boolean }): string | null {
  return (FIGURES.exec(text) ?? (hasDay ? null : SLASHED.exec(text)))?.[0] ?? null;
}

/** The abbreviation of a zone beside a time: 'at 2pm EST'. */
export function findUnreadZone(text: string): string | null {
  return ZONE.exec(text)?.[0] ?? null;
}

/** Hours at the end of a line: 'gym 18-19'. Longer stretches are seldom times. */
const HOURS = /(?<![\p{L}\p{N}.:/#~$€£-])(?<first>\d{1,2})\s?[-–]\s?(?<last>\d{1,2})(?=\s*$)/u;
const LONGEST = 4;

function findHours(text: string): string | null {
  const match = HOURS.exec(text.slice(-40));
  const [first, last] = [Number(match?.groups?.first), Number(match?.groups?.last)];
  if (!match || NAMED_NUMBER.test(text.slice(-40).slice(0, match.index))) return null;
  return first >= 1 && last <= 24 && last > first && last - first <= LONGEST ? match[0] : null;
}

/** Words that look like a date although nothing was read from them, or null. */
export function findUnreadDate(text: string): string | null {
  for (const match of text.matchAll(DATE_WORDS)) {
    if (!ARTICLE.test(text.slice(Math.max(0, match.index - 30), match.index))) return match[0];
  }
  return findHours(text);
}
