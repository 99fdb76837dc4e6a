import { cut, MAX_TITLE } from './long-title.ts';

const LONGEST_QUOTE = 60;

export const LONGEST_PROJECT = 80;

/** Control characters, which a single line of text must not have. */
export const CONTROL = /[\s\p{Cc}]+/gu;

/** Control characters other than line breaks and tabs, which notes must not have. */
export const UNSTORABLE = /[^\P{Cc}\n\t]/gu;

export const toLine = (text: string, most = MAX_TITLE) => cut(text.replace(CONTROL, ' ').trim(), most);

/** Words of the file in a message about it. */
export function quote(text: string): string {
  const line = toLine(text);
  return line.length > LONGEST_QUOTE ? `${cut(line, LONGEST_QUOTE).trim()}…` : line;
}
