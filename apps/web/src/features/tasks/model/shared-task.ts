/** What another app shares to make a task of. */
export interface SharedTask {
  /** For the quick-add line. */
  readonly line: string;
  readonly notes: string;
  /** More was shared than the notes of a task can be. */
  readonly isShortened: boolean;
}

/** The parameters of `share_target` in manifest.webmanifest: title, text and address. */
const [TITLE, TEXT, ADDRESS] = ['add', 'add-text', 'add-url'] as const;

const LONGEST_LINE = 300;
const LONGEST_NOTES = 20_000;

/** Control characters, which no title needs and not all of which can be stored. */
const UNSTORABLE = /(?![\t\n\r])\p{Cc}/gu;

/**
 * The task that an address asks to add; null for other addresses. Apps fill in the three parts as they like: many put
 * the address into the text, or repeat the title there.
 */
export function readSharedTask(query: URLSearchParams): SharedTask | null {
  if (![TITLE, TEXT, ADDRESS].some((name) => query.has(name))) return null;
  const read = (name: string) => (query.get(name) ?? '').replace(UNSTORABLE, '').trim();
  const [title, text, address] = [read(TITLE), read(TEXT), read(ADDRESS)];
  const [firstLine = ''] = (title || text || address).split(/\r\n|\r|\n/);
  const line = cut(firstLine, LONGEST_LINE).trim();
  const parts = [text, text.includes(address) ? '' : address].filter((part) => part !== '' && part !== line);
  const notes = parts.join('\n\n');
  return { line, notes: cut(notes, LONGEST_NOTES), isShortened: notes.length > LONGEST_NOTES };
}

/** Removes half of a character at the end, which cannot be stored. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** The address without the shared task: a reload must not add it again. */
export function withoutSharedTask(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of [TITLE, TEXT, ADDRESS]) rest.delete(name);
  return rest;
}
