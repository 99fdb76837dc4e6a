/** The words of a request, as the model sees them. */

export interface Word {
  /** In lower case; figures are '#'. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Apostrophes stay within words ("what's", "sam's"); other marks are left out. */
const WORD = /[\p{L}\p{N}]+(?:['’:.,/-][\p{L}\p{N}]+)*['’]?/gu;
/** Longer texts are judged by their beginning. */
const MAX_WORDS = 120;

export function toWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break;
    const lower = match[0].toLowerCase().replaceAll('’', "'").replace(/'$/, '');
    words.push({
      text: /\d/.test(lower) ? lower.replace(/\d+/g, '#') : lower,
      from: match.index,
      to: match.index + match[0].length,
    });
  }
  return words;
}
