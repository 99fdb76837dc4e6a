import { readTimes, type TimeOptions, type Times } from '../time-expressions/read-times.ts';
import type { Intent, Slot } from './labels.ts';
import { guessIntent, labelWords, unpackWeights, type Weights } from './model.ts';
import type { TimeMark } from './slot-features.ts';
import { markTimes } from './time-marks.ts';
import { listEventWords, suggestTitle } from './title-patterns.ts';
import { settleTitle } from './title-words.ts';
import stored from './weights.json' with { type: 'json' };
import { toWords, type Word } from './words.ts';

/**
 * What a request in everyday English asks for, and which of its words say what:
 * `understand('move lunch with Sam to Friday at 1', options)`.
 *
 * Pure; no network. A linear model finds the intent, a tagger the parts, both with weights in `weights.json`
 * (`docs/language-model.md` says where they come from); the grammar of `../time-expressions` finds the times.
 */
export interface Understanding {
  readonly intent: Intent;
  /** 0..1 */
  readonly confidence: number;
  /** The words as they were said. */
  readonly slots: Readonly<Partial<Record<Slot, readonly string[]>>>;
  readonly times: Times;
}

let unpacked: Weights | null = null;

export function understand(text: string, options: TimeOptions): Understanding {
  unpacked ??= unpackWeights(stored);
  return understandWith(unpacked, text, options);
}

/** The same with other weights, to judge them. */
export function understandWith(weights: Weights, text: string, options: TimeOptions): Understanding {
  const words = toWords(text);
  const times = readTimes(text, options);
  const marks = markTimes(words, times);
  const suggested = suggestTitle(words, marks);
  const { intent, confidence } = guessIntent(weights, words, marks);
  const labels = labelWords(weights, { words, marks, suggested, intent, text });
  return { intent, confidence, slots: toSlots(text, words, { labels, marks, suggested, intent }), times };
}

interface Labels {
  readonly intent: Intent;
  readonly labels: readonly string[];
  readonly marks: readonly TimeMark[];
  readonly suggested: readonly boolean[];
}

const TIME_SLOTS: ReadonlySet<string> = new Set(['date', 'time', 'end_time', 'duration', 'recurrence']);
const MARKED: Readonly<Record<TimeMark, Slot | null>> = {
  '': null,
  date: 'date',
  time: 'time',
  length: 'duration',
  repeat: 'recurrence',
};

/** Words that end who somebody meets: 'with Tom and Ana about the budget'. */
const BEHIND_COMPANY =
  /^(?:about|at|on|in|for|to|from|by|as|regarding|please|if|when|before|after|until|this|that|next|tomorrow|is|are|it|i|from|book|and)$/;

/** The words after 'with' up to the next part of the request. */
function listCompanyWords(words: readonly Word[], isFree: (at: number) => boolean): number[] {
  const from = words.findIndex(({ text }, at) => text === 'with' && isFree(at + 1) && at + 1 < words.length);
  if (from === -1) return [];
  let last = from;
  const isName = (at: number) =>
    at < words.length && isFree(at) && !BEHIND_COMPANY.test(words[at]?.text ?? '');
  while (isName(last + 1) || (words[last + 1]?.text === 'and' && last > from && isName(last + 2))) last++;
  const first =
    /^(?:the|my|a|an)$/.test(words[from + 1]?.text ?? '') && last > from + 1 ? from + 2 : from + 1;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Words before a time that do not belong to it. */
const LEADS = /^(?:on|at|by|for|from|in|until|to)$/;

/** Words of a title that are a time behind a preposition: 'lunch to next Wednesday'. */
function listTimesBehindTitles(
  words: readonly Word[],
  kinds: readonly (Slot | null)[],
  marks: readonly TimeMark[],
): number[] {
  return words.flatMap(({ text }, at) => {
    if (kinds[at] !== 'title' || kinds[at - 1] !== 'title' || !LEADS.test(text)) return [];
    let end = at;
    while (kinds[end + 1] === 'title') end++;
    const behind = Array.from({ length: end - at }, (_, index) => at + 1 + index);
    return behind.length > 0 && behind.every((index) => marks[index]) ? [at, ...behind] : [];
  });
}

const CLOCK = /^(?:#|#[:.]#|[ap]m|[ap]|o'clock|noon|midnight|#(?::#)?[ap]m|minutes?|hours?)$/;

/** Words of a title that are a time of day before it: the '3 pm' of 'the 3 pm meeting'. */
function listTimesBeforeTitles(
  words: readonly Word[],
  kinds: readonly (Slot | null)[],
  marks: readonly TimeMark[],
): number[] {
  return words.flatMap((_, at) => {
    if (kinds[at] !== 'title' || kinds[at - 1] === 'title') return [];
    let end = at;
    while (kinds[end] === 'title' && marks[end] === 'time') end++;
    const times = Array.from({ length: end - at }, (_one, index) => at + index);
    return times.some((index) => CLOCK.test(words[index]?.text ?? '')) ? times : [];
  });
}

const UNIT = /^(?:minutes?|mins?|hours?|hrs?)$/;
const ADVANCE = /^(?:before|beforehand|prior|ahead|early|earlier)$/;
const COUNT =
  /^(?:#|an?|half|and|or|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|quarter|of)$/;

/** Lengths that the tagger missed: 'a 30 minutes meeting', 'her birthday twenty four hours in advance'. */
function listLengths(words: readonly Word[], kinds: readonly (Slot | null)[]): number[] {
  return words.flatMap(({ text }, at) => {
    const isAdvance = ADVANCE.test(words[at + 1]?.text ?? '') || words[at + 2]?.text === 'advance';
    const isFree = (index: number) => !kinds[index] || (isAdvance && kinds[index] === 'title');
    if (!UNIT.test(text) || !isFree(at)) return [];
    let from = at;
    while (from > 0 && isFree(from - 1) && COUNT.test(words[from - 1]?.text ?? '')) from--;
    if (/^(?:and|or|of)$/.test(words[from]?.text ?? '')) from++;
    return Array.from({ length: at - from + 1 }, (_, index) => from + index);
  });
}

/** Words of a title from 'with' on: 'lunch with Priya' is lunch. */
function listCompanyInTitles(words: readonly Word[], kinds: readonly (Slot | null)[]): number[] {
  let isCompany = false;
  return words.flatMap(({ text }, at) => {
    isCompany = kinds[at] === 'title' && (isCompany || (text === 'with' && kinds[at - 1] === 'title'));
    return isCompany ? [at] : [];
  });
}

/** Words of the grammar's times count as times even where the tagger missed them. */
function toSlots(
  text: string,
  words: readonly Word[],
  { labels, marks, suggested, intent }: Labels,
): Understanding['slots'] {
  const kinds = labels.map((label, at): Slot | null => {
    const slot = label === 'O' ? null : (label.slice(2) as Slot);
    const marked = MARKED[marks[at] ?? ''];
    return slot === null || (marked && !TIME_SLOTS.has(slot) && slot !== 'title') ? (marked ?? slot) : slot;
  });
  for (const at of listTimesBehindTitles(words, kinds, marks)) kinds[at] = MARKED[marks[at] ?? ''];
  if (intent.endsWith('_event')) for (const at of listCompanyInTitles(words, kinds)) kinds[at] = null;
  if (!kinds.includes('title')) {
    const isFree = (at: number) => kinds[at] === null;
    for (const at of listEventWords(words, suggested, isFree)) kinds[at] = 'title';
  }
  for (const at of listTimesBeforeTitles(words, kinds, marks)) kinds[at] = 'time';
  settleTitle(kinds, { words, marks, intent });
  // Words that are not part of the title after all.
  for (const [at, mark] of marks.entries()) kinds[at] ??= MARKED[mark];
  for (const at of listLengths(words, kinds)) kinds[at] = 'duration';
  if (!kinds.includes('attendees')) {
    for (const at of listCompanyWords(words, (index) => kinds[index] === null && !marks[index]))
      kinds[at] = 'attendees';
  }
  const slots: Partial<Record<Slot, string[]>> = {};
  for (let at = 0; at < words.length; at++) {
    const slot = kinds[at];
    if (!slot) continue;
    let last = at;
    const goesOn = (next: number) =>
      TIME_SLOTS.has(slot) || slot === 'title' || !labels[next]?.startsWith('B');
    while (kinds[last + 1] === slot && goesOn(last + 1)) last++;
    const first = at < last && TIME_SLOTS.has(slot) && LEADS.test(words[at]?.text ?? '') ? at + 1 : at;
    const [from, to] = [words[first]?.from ?? 0, words[last]?.to ?? 0];
    slots[slot] = [...(slots[slot] ?? []), text.slice(from, to)];
    at = last;
  }
  return slots;
}
