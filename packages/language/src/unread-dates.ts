import { MONTH, WEEKDAY } from './calendar-words.ts';
import { words } from './scan.ts';

const FULL_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const DATE_WORDS = words(
  `(?:mid[ -]|in (?:mid[ -]|early |late )?)(?:${MONTH})|(?:${MONTH})\\s\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?\\s(?:of )?(?:${MONTH})|(?:${FULL_DAY})(?!['’]s)|(?:${WEEKDAY}) (?:morning|evening)|tomorrow(?!['’]s)|\\d{1,2}(?::[0-5]\\d)?\\s?[ap]m`,
);
/** 'the 5pm slot' is plainly a name. */
const ARTICLE = /(?:^|\s)(?:the|an?|my|our|your|his|her|their|its)\s(?:\p{L}{1,12}\s)?$/iu;

const FIGURES = /(?<![\p{L}\p{N}])on \d{1,2}-\d{1,2}(?![\d-])/iu;
const ZONE = /(?<![\p{L}\p{N}])(?:[ECMP][SD]T|[ECMP]T|GMT|UTC|BST|CES?T|IST|JST|AES?T)(?![\p{L}\p{N}])/u;

/** A date in figures that is not read although the line has another one, or null. */
export function findUnreadFigures(text: string): string | null {
  return FIGURES.exec(text)?.[0] ?? null;
}

/** The abbreviation of a zone beside a time: 'at 2pm EST'. */
export function findUnreadZone(text: string): string | null {
  return ZONE.exec(text)?.[0] ?? null;
}

/** Words that look like a date although nothing was read from them, or null. */
export function findUnreadDate(text: string): string | null {
  for (const match of text.matchAll(DATE_WORDS)) {
    if (!ARTICLE.test(text.slice(Math.max(0, match.index - 30), match.index))) return match[0];
  }
  return null;
}
