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

const HIGHER_ORDINALS =
  'sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const ONES = ['first', 'second', 'third', 'fourth', 'fifth', ...HIGHER_ORDINALS.slice(0, 4)];

/** 'first' .. 'thirty-first': a day of a month in words. */
export const WORD_ORDINAL = `twenty[ -](?:${ONES.join('|')})|thirty[ -]first|thirtieth|${[...ONES.slice(0, 5), ...HIGHER_ORDINALS].join('|')}`;

/** The number of a match of `WORD_ORDINAL`. */
export function parseWordOrdinal(text: string): number {
  const [tens = '', one] = text.toLowerCase().split(/[ -]/);
  if (one !== undefined) return (tens === 'thirty' ? 30 : 20) + ONES.indexOf(one) + 1;
  if (tens === 'thirtieth') return 30;
  const higher = HIGHER_ORDINALS.indexOf(tens);
  return higher >= 0 ? higher + 6 : ONES.indexOf(tens) + 1;
}

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
