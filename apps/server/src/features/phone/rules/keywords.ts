import type { ReminderAnswer } from '../model/reminder-answer.ts';

/** Twilio's default keywords. Each must be the whole message; case is ignored. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

export type Keyword = keyof typeof KEYWORDS;

const ANSWERS: Readonly<Record<ReminderAnswer, readonly string[]>> = {
  '1': ['1', 'ONE', 'DONE'],
  '2': ['2', 'TWO', 'LATER'],
  '3': ['3', 'THREE', 'REPLAN'],
};

/** Letters and digits only, in capitals: `2.`, `Stop all!`, and the digit of a keycap emoji. */
const toWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const findWord = <Name extends string>(
  table: Readonly<Record<Name, readonly string[]>>,
  text: string,
): Name | null => (Object.keys(table) as Name[]).find((name) => table[name].includes(toWord(text))) ?? null;

/** The keyword of a text, or null. Spaces and punctuation are ignored, so that `Stop all!` counts. */
export const readKeyword = (text: string): Keyword | null => findWord(KEYWORDS, text);

/** What people write around STOP. */
const FILLERS = new Set(
  'PLEASE PLS THANKS THANK YOU NOW IT THIS THESE THE ALL ME TEXTING MESSAGING SENDING REMINDING TEXTS MESSAGES REMINDERS FROM'.split(
    ' ',
  ),
);
const STOPS = new Set(['STOP', 'UNSUBSCRIBE', 'OPTOUT']);

/**
 * Whether a text asks in other words to stop, such as `STOP please` or `stop texting me`. Providers do not act on
 * it, but the law counts it (47 CFR 64.1200(a)(10)).
 */
export function asksToStop(text: string): boolean {
  if (text.length > 160) return false;
  const words = text.split(/[^\p{L}\p{N}]/u).map(toWord);
  return STOPS.has(words.filter((word) => !FILLERS.has(word)).join(''));
}

/** What people write around an answer. */
const AROUND_ANSWERS = new Set([...FILLERS, 'OK', 'OKAY', 'REPLY', 'ANSWER']);

/**
 * The answer to a reminder, or null. The texts ask for `1 done`, so that may come back whole, or with `please`. Two
 * different answers count as no answer.
 */
export function readReply(text: string): ReminderAnswer | null {
  if (text.length > 160) return null;
  const said = text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .map(toWord)
    .filter((word) => word !== '' && !AROUND_ANSWERS.has(word));
  // 'Maybe later' is later, and 'maybe done' says nothing.
  const certain = said.filter((word) => word !== 'MAYBE');
  const [answer = null, ...others] = new Set(certain.map((word) => findWord(ANSWERS, word)));
  return others.length === 0 && (answer === '2' || certain.length === said.length) ? answer : null;
}
