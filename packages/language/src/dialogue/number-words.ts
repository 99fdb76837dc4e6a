import { ONES } from '../time-expressions/number-rules.ts';

/** 'one' to 'twelve', in their order. */
export const NUMBER_WORDS: readonly string[] = ONES.slice(0, 12);

/** 3 of 'three' and of '3', 1 of 'a'; null for other words. */
export function readCount(word: string): number | null {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  if (/^an?$/i.test(word)) return 1;
  const at = NUMBER_WORDS.indexOf(word.toLowerCase());
  return at === -1 ? null : at + 1;
}
