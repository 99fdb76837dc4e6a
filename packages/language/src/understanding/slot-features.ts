import { hash } from './feature-hash.ts';
import { NAMES } from './first-names.ts';
import type { Intent } from './labels.ts';
import { toClass } from './word-classes.ts';
import type { Word } from './words.ts';

/** Bits of a feature's place in the table of weights. */
export const SLOT_BITS = 16;

/** What other readers know of a word: whether it is part of a date, a time of day, a length or a repetition. */
export type TimeMark = '' | 'date' | 'time' | 'length' | 'repeat';

export interface SlotContext {
  readonly words: readonly Word[];
  readonly marks: readonly TimeMark[];
  /** Whether each word is part of the title that patterns suggest. */
  readonly suggested: readonly boolean[];
  readonly intent: Intent;
  /** The text with its capitals, which mark names. */
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

/** What is true of a word: by itself, and together with the label of the word before it. */
export interface SlotFeatures {
  /** Places in the table of weights. */
  readonly own: readonly number[];
  /** Places in the table, to be moved by `placeAfter` for a label before. */
  readonly joined: readonly number[];
}

/** The place of a joined feature in the table, for the label of the word before; -1 at the beginning. */
export const placeAfter = (feature: number, before: number): number =>
  (feature ^ Math.imul(before + 2, 0x9e3779b1 >>> 5)) & ((1 << SLOT_BITS) - 1);

const PREPOSITION =
  /^(?:to|for|with|about|of|at|in|on|from|off|into|by|as|regarding|called|named|that|when|before|after|until|till)$/;
const MAX_RUNS = 3;

/** Places in the table of what is true of each word. */
export function toSlotFeatures({ words, marks, suggested, intent, text }: SlotContext): SlotFeatures[] {
  const texts = words.map((word) => word.text);
  const classes = texts.map(toClass);
  const isContentAt = texts.map((word, at) => isContent(word, marks[at]));
  const runs = countRuns(isContentAt);
  const lead = texts.find((_, at) => LEADS.has(classes[at] ?? '')) ?? '-';
  const leadClass = toClass(lead);
  let preposition = '-';
  let before = '-';
  return words.map((here, at) => {
    const word = (shift: number) => texts[at + shift] ?? (at + shift < 0 ? '^' : '$');
    const kind = (shift: number) =>
      classes[at + shift] || (word(shift).length < 4 ? word(shift) : NAMES.has(word(shift)) ? 'NAME' : 'x');
    const mark = (shift: number) => marks[at + shift] || '-';
    const isCapital = at > 0 && /\p{Lu}/u.test(text[here.from] ?? '');
    let [first, last] = [at, at];
    if (isContentAt[at]) {
      while (isContentAt[first - 1]) first--;
      while (isContentAt[last + 1]) last++;
    }
    const outside = (index: number) =>
      classes[index] || marks[index] || texts[index] || (index < 0 ? '^' : '$');
    const run = isContentAt[at] ? `${texts[first - 1] ?? '^'} ${texts[last + 1] ?? '$'}` : '';
    const runKind = isContentAt[at] ? `${outside(first - 1)} ${outside(last + 1)}` : '';
    const hasEvent = isContentAt[at] && classes.slice(first, last + 1).includes('EVENT');
    const ownership = word(-1).endsWith("'s") ? 'owned' : '';
    const owner = word(0).endsWith("'s") ? 'own' : ownership;
    const inRun = `${Math.min(at - first, 2)} ${Math.min(last - at, 2)}`;
    const own = [
      `t ${suggested[at]} ${suggested[at - 1]} ${suggested[at + 1]}`,
      `ti ${suggested[at]} ${intent}`,
      `tw ${suggested[at]} ${suggested[at - 1]} ${word(0)}`,
      `tk ${suggested[at]} ${suggested[at - 1]} ${kind(0)}`,
      `r ${run}`,
      `rk ${runKind}`,
      `rl ${leadClass} ${runKind} ${hasEvent}`,
      `re ${hasEvent} ${inRun} ${kind(0)}`,
      `rf ${hasEvent} ${preposition} ${runs[at]}`,
      `rw ${isContentAt[at] ? texts[last] : ''} ${inRun}`,
      `ri ${intent} ${texts[first - 1] ?? '^'} ${isContentAt[at]}`,
      `rn ${isContentAt[at]} ${isContentAt[at + 1]} ${isContentAt[at - 1]} ${intent}`,
      `n ${runs[at]} ${intent} ${isContentAt[at]}`,
      `p ${preposition} ${kind(0)}`,
      `pi ${preposition} ${intent} ${isContentAt[at]}`,
      `pp ${before} ${preposition} ${isContentAt[at]}`,
      `pl ${preposition} ${lead} ${isContentAt[at]}`,
      `l ${lead} ${kind(0)}`,
      `lc ${leadClass} ${mark(0)} ${kind(0)}`,
      `o ${owner} ${kind(0)} ${kind(1)}`,
      `w ${word(0)}`,
      `w-1 ${word(-1)}`,
      `w+1 ${word(1)}`,
      `w-1w ${word(-1)} ${word(0)}`,
      `ww+1 ${word(0)} ${word(1)}`,
      `w-2w-1 ${word(-2)} ${word(-1)}`,
      `w+1w+2 ${word(1)} ${word(2)}`,
      `k ${kind(-1)} ${kind(0)} ${kind(1)}`,
      `k- ${kind(-2)} ${kind(-1)} ${kind(0)}`,
      `k+ ${kind(0)} ${kind(1)} ${kind(2)}`,
      `s ${word(0).slice(-3)}`,
      `s4 ${word(0).slice(-4)}`,
      `b4 ${word(0).slice(0, 4)}`,
      `m ${mark(0)} ${intent}`,
      `mm ${mark(-1)} ${mark(0)} ${mark(1)}`,
      `mk ${mark(0)} ${kind(0)} ${kind(1)}`,
      `wm ${word(-1)} ${mark(0)}`,
      `i ${intent}`,
      `iw ${intent} ${word(0)}`,
      `iw-1 ${intent} ${word(-1)}`,
      `iw+1 ${intent} ${word(1)}`,
      `end ${at === words.length - 1} ${kind(0)}`,
      `C ${isCapital} ${word(-1)}`,
    ];
    const joined = [
      'b',
      `i ${intent}`,
      `w ${word(0)}`,
      `w-1 ${word(-1)}`,
      `w+1 ${word(1)}`,
      `m ${mark(-1)} ${mark(0)}`,
      `k ${kind(0)} ${kind(1)}`,
      `k- ${kind(-1)} ${kind(0)}`,
      `r ${isContentAt[at - 1]} ${isContentAt[at]} ${isContentAt[at + 1]} ${runs[at]}`,
      `t ${suggested[at - 1]} ${suggested[at]}`,
      `C ${isCapital} ${owner}`,
    ];
    if (PREPOSITION.test(word(0))) [before, preposition] = [preposition, word(0)];
    return {
      own: own.map((name) => hash(name, SLOT_BITS)),
      joined: joined.map((name) => hash(`j ${name}`, SLOT_BITS)),
    };
  });
}

/** How many stretches of content there are up to each word. */
function countRuns(isContentAt: readonly boolean[]): number[] {
  let count = 0;
  return isContentAt.map((isContentHere, at) => {
    if (isContentHere && !isContentAt[at - 1]) count++;
    return Math.min(count, MAX_RUNS);
  });
}

/** Classes of words that say what to do. */
const LEADS: ReadonlySet<string> = new Set([
  'ADD',
  'PLAN',
  'REMIND',
  'REMOVE',
  'CHANGE',
  'DONE',
  'ASK',
  'SHOW',
]);
