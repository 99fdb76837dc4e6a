const ENDS = new Set([' ', '.', '!', '?', ',', ';', ':', '\n', '\t']);

/** Removes spaces around, and punctuation at the end. */
export function trimEnd(text: string): string {
  const plain = text.trim();
  let end = plain.length;
  while (end > 0 && ENDS.has(plain[end - 1] ?? '')) end--;
  return plain.slice(0, end);
}

/** Words with one space between them, which patterns expect. */
export const toOneLine = (text: string): string => text.trim().split(/\s+/).join(' ');
