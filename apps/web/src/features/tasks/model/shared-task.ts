import { cut, fitTitle } from './long-title.ts';

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

const MAX_NOTES = 20_000;

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
  const line = fitTitle(firstLine.trim()).title;
  const parts = new Set([title, text, text.includes(address) ? '' : address]);
  const notes = [...parts].filter((part) => part !== '' && part !== line).join('\n\n');
  return { line, notes: cut(notes, MAX_NOTES), isShortened: notes.length > MAX_NOTES };
}

/** The address without the shared task: a reload must not add it again. */
export function withoutSharedTask(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of [TITLE, TEXT, ADDRESS]) rest.delete(name);
  return rest;
}
