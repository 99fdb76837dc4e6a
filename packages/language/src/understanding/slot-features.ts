import { hash } from './intent-features.ts';
import type { Intent } from './labels.ts';
import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

/** Bits of a feature's place in the table of weights. */
export const SLOT_BITS = 15;

/** What other readers know of a word: whether it is part of a date, a time of day, a length or a repetition. */
export type TimeMark = '' | 'date' | 'time' | 'length' | 'repeat';

export interface SlotContext {
  readonly words: readonly Word[];
  readonly marks: readonly TimeMark[];
  /** Whether each word is part of the title that patterns suggest. */
  readonly suggested: readonly boolean[];
  readonly intent: Intent;
  /** The text with its capitals, to tell names from other words. */
  readonly text: string;
}

/** Words that hold a request together and are rarely part of a name. */
const FUNCTION_WORDS = new Set(
  'a an the my our your his her their this that these those me i you we he she they it to in on at of for from with by about as and or off up out into is are was be been have has had do does did can could would will should may please so any some all there what when where who which how if hey ok okay google siri olly alexa pda s'.split(
    ' ',
  ),
);

/** Whether a word says what a request is about, rather than what to do, when and for whom. */
function isContent(word: string, mark: TimeMark | undefined): boolean {
  if (mark || FUNCTION_WORDS.has(word)) return false;
  const group = toClass(word);
  return group === '' || group === 'MACHINE' || group === 'PERSON' || group === 'EVENT' || group === 'FIGURE';
}

const START = { text: '^', from: 0, to: 0 };
const END = { text: '$', from: 0, to: 0 };

/** Places in the table of what is true of a word, given the labels of the two words before it. */
export function toSlotFeatures(
  { words, marks, suggested, intent, text }: SlotContext,
  at: number,
  before: readonly [string, string],
): number[] {
  const word = (shift: number) => words[at + shift]?.text ?? (at + shift < 0 ? START : END).text;
  const kind = (shift: number) => toClass(word(shift)) || (word(shift).length < 4 ? word(shift) : 'x');
  const mark = (shift: number) => marks[at + shift] || '-';
  const here = words[at];
  const isCapital = here !== undefined && at > 0 && /\p{Lu}/u.test(text[here.from] ?? '');
  const isContentAt = (index: number) =>
    isContent(words[index]?.text ?? '', marks[index]) && index < words.length && index >= 0;
  let [first, last] = [at, at];
  if (isContentAt(at)) {
    while (isContentAt(first - 1)) first--;
    while (isContentAt(last + 1)) last++;
  }
  const run = isContentAt(at) ? `${words[first - 1]?.text ?? '^'} ${words[last + 1]?.text ?? '$'}` : '';
  const runKind = isContentAt(at)
    ? `${toClass(words[first - 1]?.text ?? '') || marks[first - 1] || words[first - 1]?.text} ${toClass(words[last + 1]?.text ?? '') || marks[last + 1] || words[last + 1]?.text}`
    : '';
  const names = [
    `t ${suggested[at]} ${suggested[at - 1]} ${suggested[at + 1]} ${before[1]}`,
    `ti ${suggested[at]} ${intent} ${before[1]}`,
    `tw ${suggested[at]} ${suggested[at - 1]} ${word(0)}`,
    `tk ${suggested[at]} ${suggested[at - 1]} ${kind(0)} ${before[1]}`,
    `r ${run}`,
    `rb ${run} ${before[1]}`,
    `rk ${runKind} ${before[1]}`,
    `ri ${intent} ${words[first - 1]?.text ?? '^'} ${before[1]} ${isContentAt(at)}`,
    `rn ${isContentAt(at)} ${isContentAt(at + 1)} ${isContentAt(at - 1)} ${before[1]} ${intent}`,
    `w ${word(0)}`,
    `w-1 ${word(-1)}`,
    `w+1 ${word(1)}`,
    `w-1w ${word(-1)} ${word(0)}`,
    `ww+1 ${word(0)} ${word(1)}`,
    `w-2w-1 ${word(-2)} ${word(-1)}`,
    `w+1w+2 ${word(1)} ${word(2)}`,
    `k ${kind(-1)} ${kind(0)} ${kind(1)}`,
    `s ${word(0).slice(-3)}`,
    `m ${mark(0)}`,
    `mm ${mark(-1)} ${mark(0)} ${mark(1)}`,
    `wm ${word(-1)} ${mark(0)}`,
    `i ${intent}`,
    `ib ${intent} ${before[1]}`,
    `iw ${intent} ${word(0)}`,
    `iw-1b ${intent} ${word(-1)} ${before[1]}`,
    `b ${before[1]}`,
    `bb ${before[0]} ${before[1]}`,
    `bw ${before[1]} ${word(0)}`,
    `bw-1 ${before[1]} ${word(-1)}`,
    `bw+1 ${before[1]} ${word(1)}`,
    `bm ${before[1]} ${mark(0)} ${mark(-1)}`,
    `bk ${before[1]} ${kind(0)} ${kind(1)}`,
    `end ${at === words.length - 1} ${before[1]}`,
    `C ${isCapital} ${before[1]}`,
    `Cw ${isCapital} ${word(-1)}`,
  ];
  return names.map((name) => hash(name, SLOT_BITS));
}
