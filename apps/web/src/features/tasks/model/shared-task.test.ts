import { expect, it } from 'vitest';
import { readSharedTask, withoutSharedTask } from './shared-task.ts';

const LONG = 'x'.repeat(301);

const read = (parts: Record<string, string>) => readSharedTask(new URLSearchParams(parts));

it.each([
  ['a page', { add: 'An article', 'add-url': 'https://e.test/a' }, 'An article', 'https://e.test/a'],
  [
    'a page whose address is in the text',
    { add: 'An article', 'add-text': 'Read this https://e.test/a', 'add-url': 'https://e.test/a' },
    'An article',
    'Read this https://e.test/a',
  ],
  ['text alone', { 'add-text': 'Buy milk\nand bread' }, 'Buy milk', 'Buy milk\nand bread'],
  ['one line of text', { 'add-text': 'Buy milk' }, 'Buy milk', ''],
  ['an address alone', { 'add-url': 'https://e.test/a' }, 'https://e.test/a', ''],
  ['a title repeated as text', { add: 'Buy milk', 'add-text': 'Buy milk' }, 'Buy milk', ''],
  ['a title of two lines', { add: 'Buy milk\nand bread' }, 'Buy milk', 'Buy milk\nand bread'],
  [
    'a long title and text',
    { add: `${'Long '.repeat(60)}end`, 'add-text': 'Read this' },
    'Long '.repeat(60).trim(),
    `${'Long '.repeat(60)}end\n\nRead this`,
  ],
  ['a long title repeated as text', { add: LONG, 'add-text': LONG }, LONG.slice(0, 300), LONG],
  ['control characters', { add: 'Buy\0 milk\u0007', 'add-text': 'two\tlitres' }, 'Buy milk', 'two\tlitres'],
  ['the shortcut for a new task', { add: '' }, '', ''],
])('reads %s', (_name, parts, line, notes) => {
  expect(read(parts)).toEqual({ line, notes, isShortened: false });
});

it('leaves other addresses alone', () => {
  expect(read({ view: 'today' })).toBeNull();
  expect(withoutSharedTask(new URLSearchParams('view=today&add=x&add-url=y')).toString()).toBe('view=today');
});

it('cuts what does not fit', () => {
  const shared = read({ add: 'x'.repeat(1_000), 'add-text': 'y'.repeat(30_000) });
  expect([shared?.line.length, shared?.notes.length]).toEqual([300, 20_000]);
  expect(shared?.isShortened).toBe(true);
  // Half of a character at the end could not be stored.
  expect(read({ add: 'x', 'add-text': `y${'🙂'.repeat(10_000)}` })?.notes.isWellFormed()).toBe(true);
});
