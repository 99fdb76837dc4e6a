import type { ReminderAnswer } from '../model/reminder-answer.ts';

/** Twilio's default keywords. Each must be the whole message; case is ignored. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

export type Keyword = keyof typeof KEYWORDS;

const ANSWERS: Readonly<Record<ReminderAnswer, readonly string[]>> = {
  '1': ['1', 'DONE'],
  '2': ['2', 'LATER'],
  '3': ['3', 'REPLAN'],
};

/** Without surrounding spaces and punctuation, in capitals. */
const toWord = (text: string): string => text.toUpperCase().replace(/[.!"')\s]/g, '');

const findWord = <Name extends string>(
  table: Readonly<Record<Name, readonly string[]>>,
  text: string,
): Name | null => (Object.keys(table) as Name[]).find((name) => table[name].includes(toWord(text))) ?? null;

/** The keyword of a text, or null. Spaces and punctuation are ignored, so that `Stop all!` counts. */
export const readKeyword = (text: string): Keyword | null => findWord(KEYWORDS, text);

/** The answer to a reminder, or null. */
export const readReply = (text: string): ReminderAnswer | null => findWord(ANSWERS, text);
