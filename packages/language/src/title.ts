import type { TextRange } from './scan.ts';

/** Marks a place from which words were taken. */
const GAP = '\uFFFC';

/**
 * What is left of the text once the understood words are gone: without the commas and brackets that held them.
 * Where nothing is left, the text itself.
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
    .replace(/\(\s*\uFFFC(?:[\s,;]*\uFFFC)*\s*\)|\[\s*\uFFFC(?:[\s,;]*\uFFFC)*\s*\]/g, GAP)
    .replace(/(?<![\s,;])[\s,;]*\uFFFC(?:[\s,;:]*\uFFFC)*[\s,;]*/g, (gap, at: number) => {
      const commas = gap.split(',').length - 1;
      // A list goes on around the gap: 'milk, tomorrow, eggs'.
      return at > 0 && commas > 1 ? ', ' : ' ';
    })
    .replace(/\s+/g, ' ')
    .replace(/ ([.!?])(?![\p{L}\p{N}])/gu, '$1')
    .replace(/^[\s,;:–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/g, '');
  return /[\p{L}\p{N}]/u.test(title) ? title : text.trim().replace(/\s+/g, ' ');
}
