import { MONTH, WEEKDAY } from './calendar-words.ts';
import type { TextRange } from './scan.ts';

/** Words of a text and what was probably meant. */
export interface Correction extends TextRange {
  readonly words: string;
}

const NAMES =
  'monday tuesday wednesday thursday friday saturday sunday tomorrow tonight january february august september october november december'.split(
    ' ',
  );
/** Words of their own, one letter away from a name. */
const OTHER_WORDS = new Set(['sundae', 'sundry', 'frida', 'augusta', 'auguste', 'augusts']);
/** In longer words, two wrong letters leave no doubt. */
const LONG_NAME = 8;
const WORD = /(?<![\p{L}\p{N}_'’#@/.-])[a-z]{5,10}(?![\p{L}\p{N}_'’/-])/giu;

const DAY = `${WEEKDAY}|today|tonight|tomorrow|tmrw?|tmw`;
const FULL_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight';
const CLOCK = '\\d{1,2}(?:[:.][0-5]\\d)?\\s?[ap]\\.?m(?!\\p{L})|\\d{1,2}:[0-5]\\d(?!\\d)';
const START = '(?<![\\p{L}\\p{N}_#@/.:-])';
/** Where a space is missing: 'sat11am', 'at2pm', 'byfriday', 'feb26', '6:30pmtonight', '26feb'. */
const GLUED = new RegExp(
  [
    `${START}(?:${DAY}|at|by|before|from|until|till|after)(?=${CLOCK})`,
    `${START}(?:on|by|next|this|every|until|before|due|from)(?=(?:${FULL_DAY})(?!\\p{L}))`,
    `${START}(?:${MONTH})(?=\\d{1,2}(?:st|nd|rd|th)?(?:\\s|,|$))`,
    `${START}\\d{1,2}(?::[0-5]\\d)?\\s?[ap]m(?=(?:${DAY}|on|every|to|with)(?!\\p{L}))`,
    `${START}\\d{1,2}(?:st|nd|rd|th)?(?=(?:${MONTH})(?!\\p{L}))`,
  ].join('|'),
  'giu',
);
/** 'at 10;30', '5: 30pm' */
const COLON =
  /(?<=(?<![\p{L}\p{N}])(?:at|by|from|before|after|@) ?\d{1,2});(?=[0-5]\d(?!\d))|(?<=(?<![\d.:/])\d{1,2})(?:\s?[;:]\s|\s?;|\s[:])(?=[0-5]\d\s?[ap]m(?!\p{L}))/giu;

/** The typing errors that hide a date or a time, in text order. Whether one counts is decided by the words around. */
export function listCorrections(text: string, ignored: readonly TextRange[]): Correction[] {
  const found: Correction[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const name = findName(word.toLowerCase());
    if (name !== null) found.push({ from: index, to: index + word.length, words: name });
  }
  for (const { 0: words, index } of text.matchAll(GLUED)) {
    const at = index + words.length;
    // With the characters beside the gap: both are read, or nothing is gained.
    found.push({ from: at - 1, to: at + 1, words: `${text[at - 1]} ${text[at]}` });
  }
  for (const { 0: words, index } of text.matchAll(COLON)) {
    const to = index + words.length;
    found.push({ from: index - 1, to: to + 1, words: `${text[index - 1]}:${text[to]}` });
  }
  return found
    .filter(({ from, to }) => !ignored.some((one) => one.from < to && from < one.to))
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, index, all) => index === 0 || from >= (all[index - 1]?.to ?? 0));
}

function findName(word: string): string | null {
  if (OTHER_WORDS.has(word)) return null;
  for (const name of NAMES) {
    if (word === name || word === `${name}s`) return null;
    if (word[0] === name[0] && isNear(word, name, name.length >= LONG_NAME ? 2 : 1)) return name;
  }
  return null;
}

/** Whether so many letters at most are missing, too many, wrong or swapped. */
function isNear(word: string, name: string, errors: number): boolean {
  if (word === name) return true;
  if (errors === 0 || Math.abs(word.length - name.length) > errors) return false;
  let same = 0;
  while (word[same] === name[same]) same++;
  const [left, right] = [word.slice(same), name.slice(same)];
  const isSwapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return (
    isNear(left.slice(1), right, errors - 1) ||
    isNear(left, right.slice(1), errors - 1) ||
    isNear(left.slice(1), right.slice(1), errors - 1) ||
    (isSwapped && isNear(left.slice(2), right.slice(2), errors - 1))
  );
}

/** A text with its corrections, and the way back to positions of the source. */
export interface Corrected {
  readonly text: string;
  readonly toSource: (position: number) => number;
  readonly toCorrected: (position: number) => number;
}

export function correct(source: string, corrections: readonly Correction[]): Corrected {
  let text = '';
  let reached = 0;
  // Each with where it begins and ends in the corrected text.
  const edits = corrections.map(({ from, to, words }) => {
    text += source.slice(reached, from);
    const begin = text.length;
    text += words;
    reached = to;
    return { from, to, begin, end: text.length };
  });
  text += source.slice(reached);
  // Words that differ move together: between their ends, there is no way back for a single letter.
  const toCorrected = (position: number) => {
    const edit = edits.findLast(({ from }) => from <= position);
    if (edit === undefined) return position;
    const { from, to, begin, end } = edit;
    return position < to ? Math.min(begin + position - from, end) : end + position - to;
  };
  const toSource = (position: number) => {
    const edit = edits.findLast(({ begin }) => begin <= position);
    if (edit === undefined) return position;
    const { from, to, begin, end } = edit;
    return position < end ? Math.min(from + position - begin, to) : to + position - end;
  };
  return { text, toSource, toCorrected };
}
