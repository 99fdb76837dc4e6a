const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  forty: 40,
  ninety: 90,
};

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
};

/** A whole number in digits or, up to twelve and for the usual minutes, in words. */
export const WHOLE = `\\d{1,4}|${Object.keys(WORDS).join('|')}`;

/** The number of a match of `WHOLE`. */
export function parseWhole(text: string): number {
  return WORDS[text.toLowerCase()] ?? Number.parseInt(text, 10);
}

export const WORKING_DAY = '(?:week|work(?:ing)? ?|business ?)day';

/** `first` .. `fifth`, `last` (-1), or `1st`, `22nd`. */
export const ORDINAL = `${Object.keys(ORDINALS).join('|')}|\\d{1,2}(?:st|nd|rd|th)`;

export function parseOrdinal(text: string): number {
  return ORDINALS[text.toLowerCase()] ?? Number.parseInt(text, 10);
}
