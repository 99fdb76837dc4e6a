import { MINUTE_MS } from '@dayloom/time';
import { readTimes } from '../time-expressions/read-times.ts';
import { floorTo } from '../time-expressions/spans.ts';
import { createWallClock, type DialogueData } from './data.ts';
import { isAddress } from './people.ts';
import { trimEnd } from './trimming.ts';
import { readWhen, type When } from './when.ts';

/** Which events or tasks words mean: 'my first meeting on Friday', 'all future syncs with Lee', 'it'. */
export interface Reference {
  /** The words of the reference. */
  readonly text: string;
  readonly pronoun: 'it' | 'other' | null;
  readonly isAll: boolean;
  /** 1 for the first, 2 for the second, -1 for the last. */
  readonly position: number | null;
  readonly isNext: boolean;
  /** 'the next two': how many. */
  readonly count?: number;
  /** What is not meant: 'except the dentist'. */
  readonly except?: string;
  /** The words that name it, in lower case; none for 'my 3 o'clock'. */
  readonly words: readonly string[];
  /** 'meeting', 'appointment': says little. */
  readonly kind: 'meeting' | 'event' | 'task' | null;
  readonly people: readonly string[];
  readonly when: When | null;
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const ALL = /^(?:all|every|each|everything|both|entire|whole|series)$/;
const PRONOUN = /^(?:it|that|this|them|those|these)$/;
/** More than one, and nobody said which. */
export const isSeveral = ({ text, isAll }: Reference): boolean =>
  isAll || /\b(?:them|those|these)\b/i.test(text);
/** 'the second one': of a list, and of no day or name. */
export const isListPosition = ({ text, position, words, people, when, kind }: Reference): boolean =>
  position !== null &&
  words.length === 0 &&
  people.length === 0 &&
  when === null &&
  kind === null &&
  !/\bmy\b/i.test(text);
/** 'it', 'that one'. */
export const isOneThing = (reference: Reference): boolean =>
  reference.pronoun === 'it' && !isSeveral(reference);
/** 'all of them': everything of a list. */
export const isWholeList = ({ text }: Reference): boolean =>
  /^(?:all (?:of )?)?(?:them|those|these)$|^both(?: of them)?$/i.test(text);
const MEETINGS = /^(?:meetings?|mtgs?)$/;
const EVENTS = /^(?:events?|appointments?|appts?|bookings?|entry|entries|engagements?|plans)$/;
const REPEATING = /^(?:recurring|repeating)$/;
const TASKS = /^(?:tasks?|todos?|to-dos?|items?|chores?)$/;
const FILLERS = new Set(
  'my the a an our of on in at to for from with and is are be me i we one ones thing things stuff anything calendar calender calendars schedule day days data details agenda diary scheduled planned future upcoming remaining coming current called named titled please now off out o clock oclock s there anywhere somewhere have has got do does any some also just slot block until till rest time list'.split(
    ' ',
  ),
);
/** Ends who somebody meets. */
const BEHIND_PEOPLE =
  /^(?:@|about|at|on|in|for|to|from|by|regarding|re:?|please|if|when|before|after|until|this|next|tomorrow|today|tonight|is|are|it|instead)$/;

/** 'somebody from sales' is one person. */
const UNNAMED = /^(?:someone|somebody|anyone|people|folks|friends|colleagues|team)$/i;

const splitWords = (text: string): string[] =>
  [
    ...text
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}@._+-]+(?:'[\p{L}]+)?/gu),
  ].map(([word]) => trimEnd(word).replace(/'s$/, ''));

/** The names after 'with', without the words that follow them. */
export function readCompanions(text: string): { readonly people: string[]; readonly rest: string } {
  const match = /(?:^|\s)with\s+/i.exec(text);
  if (!match) return { people: [], rest: text };
  const words = text.slice(match.index + match[0].length).split(/(?<=[\s,])/);
  let taken = 0;
  for (const word of words) {
    const isOrigin = /^from$/i.test(word.trim()) && UNNAMED.test(words[taken - 1]?.trim() ?? '');
    if ((!isOrigin && BEHIND_PEOPLE.test(word.trim().replace(/,$/, '').toLowerCase())) || /^\d/.test(word))
      break;
    taken++;
  }
  // Where a time was cut out, two spaces are left.
  const gap = words
    .slice(0, taken)
    .findIndex((word, at) => word.trim() === '' && (words[at - 1] ?? '').endsWith(' '));
  if (
    gap > 0 &&
    !/^(?:and|&)$/i.test(
      words
        .slice(gap)
        .find((word) => word.trim() !== '')
        ?.trim() ?? 'and',
    )
  )
    taken = gap;
  const said = words.slice(0, taken).join('');
  return {
    people: splitPeople(said),
    rest: `${text.slice(0, match.index)} ${words.slice(taken).join('')}`,
  };
}

/** 'Ana, Lee and the boss' as three. */
export function splitPeople(text: string): string[] {
  return text
    .split(/,| and |&|\+/i)
    .map(
      (one) =>
        one
          .split(/[\s<>()]/)
          // 'Pat <pat@example.org>'
          .map(trimEnd)
          .find(isAddress) ??
        trimEnd(one)
          .replace(/^(?:the|my|our) /i, '')
          .replace(/['’]s?$/, ''),
    )
    .filter((one) => one !== '');
}

/** A text without its times, and the times with a space after each. */
export function withoutTimes(
  text: string,
  data: DialogueData,
): { readonly timeText: string; readonly rest: string } {
  const { now } = createWallClock(data);
  const { times, repeats } = readTimes(text, { now, isMonthFirst: data.isMonthFirst, isPastMeant: true });
  let timeText = '';
  let rest = '';
  let at = 0;
  for (const { from, to } of [...times, ...repeats].toSorted((one, other) => one.from - other.from)) {
    rest += `${text.slice(at, from)} `;
    timeText += `${text.slice(from, to)} `;
    at = to;
  }
  return { timeText, rest: rest + text.slice(at) };
}

export function readReference(phrase: string, data: DialogueData): Reference {
  const text = trimEnd(phrase);
  // 'the one on Friday' is not a time of day.
  const few = NEXT_FEW.exec(text);
  const count = few?.[1] ? SMALL.indexOf(few[1].toLowerCase()) % 8 : null;
  const bare = text
    .replace(NEXT_FEW, 'next')
    .replace(/\b(the|that|this) ones?\b/i, '$1')
    .replace(/\b(\d{1,2}(?::\d\d)?) (?:o'?clock|oclock)\b/i, 'at $1');
  const { rest: timeless } = withoutTimes(bare, data);
  const { people, rest } = readCompanions(timeless);
  const said = splitWords(rest);
  const position = findPosition(said);
  const words = said.filter((word, at) => !isMarker(word, at, said));
  return {
    text,
    pronoun: findPronoun(said, words),
    isAll: said.some((word) => ALL.test(word)) || isPluralKind(said),
    position,
    isNext: said.includes('next') || said.includes('upcoming'),
    ...(count !== null && { count: count + 2 }),
    words,
    kind: findKind(said),
    people,
    when: withoutEvening(readWhen(bare, data), bare),
  };
}

const SMALL = 'two three four five six seven eight nine 2 3 4 5 6 7 8 9'.split(' ');
const NEXT_FEW =
  /\bnext (two|three|four|five|six|seven|eight|nine|[2-9])(?= (?!weeks?\b|days?\b|months?\b|years?\b|hours?\b|minutes?\b)\p{L})/iu;

const EVENING = 18 * 60;

/** What begins at six is in the evening, although 'afternoon' may be read until seven. */
function withoutEvening(when: When | null, text: string): When | null {
  if (!when || when.minute !== null || when.to === null || !/\bafternoon\b/i.test(text)) return when;
  const to = Math.min(when.to, floorTo('day', when.to) + EVENING * MINUTE_MS);
  return { ...when, to };
}

function findPosition(said: readonly string[]): number | null {
  for (const [at, word] of said.entries()) {
    if (word === 'last' || word === 'final' || word === 'latest') return -1;
    const ordinal = ORDINALS.indexOf(word);
    const isName = said[at + 1] === 'draft' || said[at + 1] === 'aid';
    if (ordinal !== -1 && !isName) return ordinal + 1;
    const figure = /^(\d)(?:st|nd|rd|th)$/.exec(word);
    if (figure) return Number(figure[1]);
  }
  return null;
}

const isMarker = (word: string, at: number, said: readonly string[]): boolean =>
  FILLERS.has(word) ||
  ALL.test(word) ||
  (PRONOUN.test(word) && (said.length === 1 || at === 0)) ||
  MEETINGS.test(word) ||
  EVENTS.test(word) ||
  TASKS.test(word) ||
  word === 'next' ||
  word === 'other' ||
  word === 'last' ||
  word === 'final' ||
  word === 'latest' ||
  ORDINALS.includes(word) ||
  REPEATING.test(word) ||
  /^\d(?:st|nd|rd|th)$/.test(word);

function findPronoun(said: readonly string[], words: readonly string[]): Reference['pronoun'] {
  if (words.length > 0) return null;
  if (said.includes('other')) return 'other';
  // 'the series' without a name is one that was mentioned, and never everything.
  if (said.includes('series')) return 'it';
  const [first] = said;
  const isOnly = said.every((word) => PRONOUN.test(word) || FILLERS.has(word) || ALL.test(word));
  return isOnly && first !== undefined && said.some((word) => PRONOUN.test(word) || word === 'both')
    ? 'it'
    : null;
}

function findKind(said: readonly string[]): Reference['kind'] {
  if (said.some((word) => MEETINGS.test(word))) return 'meeting';
  if (said.some((word) => EVENTS.test(word))) return 'event';
  return said.some((word) => TASKS.test(word)) ? 'task' : null;
}

const isPluralKind = (said: readonly string[]): boolean =>
  said.some((word) => /^(?:meetings|events|appointments|tasks|todos|bookings|appts)$/.test(word));
