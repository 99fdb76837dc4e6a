import type { TextRange } from './scan.ts';

/** Marks a place from which words were taken. */
const GAP = '\u0080';

/**
 * The text without the words that were understood, and without the commas and brackets around them. If
 * nothing is left, the whole text.
 */
export function toTitle(text: string, taken: readonly TextRange[]): string {
  let left = '';
  let reached = 0;
  for (const { from, to } of taken) {
    left += `${text.slice(reached, from)}${GAP}`;
    reached = Math.max(reached, to);
  }
  left += text.slice(reached);
  const title = left
    .replace(/\(\s*\u0080(?:[\s,;]*\u0080)*\s*\)|\[\s*\u0080(?:[\s,;]*\u0080)*\s*\]/g, GAP)
    .replace(/(?<![\s,;])[\s,;]*\u0080(?:[\s,;:]*\u0080)*[\s,;]*/g, (gap, at: number) => {
      const commas = gap.split(',').length - 1;
      // A list continues around the gap: 'milk, tomorrow, eggs'.
      return at > 0 && commas > 1 ? ', ' : ' ';
    })
    .replace(/\s+/g, ' ')
    .replace(/ ([.!?:])(?![\p{L}\p{N}])/gu, '$1')
    .replace(/^[\s,;:–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/g, '');
  return /[\p{L}\p{N}]/u.test(title) ? title : text.trim().replace(/\s+/g, ' ');
}
