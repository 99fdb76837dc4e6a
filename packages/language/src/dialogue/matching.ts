import { trimEnd } from './trimming.ts';

/** Whether words name something: 'dentist' names 'Dentist – Dr Okafor', 'reviews' names 'Budget review'. */

const WORDS = /[\p{L}\p{N}@.]+/gu;
/** 'One on one with Ana' is found as '1:1' as well. */
const toWords = (text: string): string[] =>
  [
    ...text
      .toLowerCase()
      .replaceAll(/\b(?:one[- ]on[- ]one|1:1)s?\b/g, '1:1')
      .matchAll(WORDS),
  ].map(([word]) => SHORT.get(trimEnd(word)) ?? trimEnd(word));

const SHORT: ReadonlyMap<string, string> = new Map([
  ['dept', 'department'],
  ['xmas', 'christmas'],
  ['bday', 'birthday'],
]);

/** 'reviews' and 'review', the 'ups' of 'stand-ups' and 'up', "sam's" and 'sam'. */
const toStem = (word: string): string =>
  word
    .replace(/['’]s$/, '')
    .replace(/(?<=[a-z]{3})ies$/, 'y')
    .replace(/(?<=[a-z]{3})es$|(?<=[a-z]{2})s$/, '')
    .replace(/(?<=[a-z]{4})ing$/, '');

/** Removes only the plural ending: 'planning' and 'plants' must not look alike. */
const toSingular = (word: string): string => word.replace(/['’]s$/, '').replace(/(?<=[a-z]{2})s$/, '');

/** One letter is wrong, missing, doubled or swapped with the next one. */
function isNearly(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 5 || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rest = (text: string, from: number) => text.slice(from);
  return (
    rest(one, at + 1) === rest(other, at + 1) ||
    rest(one, at + 1) === rest(other, at) ||
    rest(one, at) === rest(other, at + 1) ||
    (one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, at + 2) === rest(other, at + 2))
  );
}

function isSame(said: string, word: string): boolean {
  const [one, other] = [toStem(said), toStem(word)];
  return (
    one === other ||
    isNearly(toSingular(said), toSingular(word)) ||
    (one.length >= 4 && other.startsWith(one))
  );
}

/** How well words name a text: 0 not at all, 1 for all of the words, 2 if they are the whole name. */
export function matchName(words: readonly string[], name: string): 0 | 1 | 2 {
  const apart = matchParts(words.flatMap(toWords), toWords(name));
  if (apart > 0) return apart;
  // 'standup' and 'Stand-up'.
  const join = (text: string) => text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, '');
  return matchParts(words.map(join).flatMap(toWords), toWords(join(name)));
}

function matchParts(words: readonly string[], parts: readonly string[]): 0 | 1 | 2 {
  if (words.length === 0 || !words.every((word) => parts.some((part) => isSame(word, part)))) return 0;
  return parts.every(
    (part) => words.some((word) => isSame(word, part)) || /^(?:the|a|an|with|of)$/.test(part),
  )
    ? 2
    : 1;
}

const RHYTHM =
  /\b(?:(?:daily|weekly|bi-?weekly|fortnightly|monthly|quarterly|yearly)\b(?= \p{L})|(?:recurring|repeating)\b)/iu;

/** 'weekly' of 'all weekly meetings', 'recurring' of 'my recurring events'; null if no rhythm is named. */
export const findRhythm = (text: string): string | null => RHYTHM.exec(text)?.[0].toLowerCase() ?? null;

/** 'the quarterly report' is called so or repeats; it is no other report. */
export function fitsRhythm(
  said: string,
  { title, isRecurring }: { readonly title: string; readonly isRecurring: boolean },
): boolean {
  const rhythm = findRhythm(said);
  return rhythm === null || isRecurring || title.toLowerCase().includes(rhythm);
}

/** Whether a name that was said is this person's: a first name, the whole name or an address. */
export function isNamed(said: string, person: { readonly name: string; readonly email: string }): boolean {
  const asked = said.trim().toLowerCase();
  if (asked === '') return false;
  if (asked.includes('@')) return asked === person.email.toLowerCase();
  const words = toWords(asked);
  const names = [
    ...toWords(person.name),
    ...toWords(person.email.split('@')[0]?.replaceAll(/[._+-]/g, ' ') ?? ''),
  ];
  return words.every((word) => names.some((name) => name === word || toStem(word) === name));
}
