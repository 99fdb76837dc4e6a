import { expect, it } from 'vitest';
import { withTask, withTasksAsBefore } from './pages.ts';
import { provisionalTask } from './quick-add.ts';

const aTask = (title: string) => provisionalTask({ title, _id: title }, new Date('2026-11-18T08:00:00Z'));
const [a, b, c] = [aTask('a'), aTask('b'), aTask('c')];
const pagesOf = (...pages: (typeof a)[][]) => ({ pages: pages.map((tasks) => ({ tasks })), pageParams: [] });

it('adds a new task in front and replaces a known one in its place', () => {
  expect(withTask(pagesOf([a], [b]), c)).toEqual(pagesOf([c, a], [b]));
  expect(withTask(pagesOf([a], [b]), { ...b, title: 'B' })).toEqual(pagesOf([a], [{ ...b, title: 'B' }]));
});

it('takes back what was refused, and nothing else', () => {
  const before = pagesOf([a, b]);
  // Meanwhile a was deleted by us and refused, b was renamed, c was added.
  const current = pagesOf([c, { ...b, title: 'B' }]);
  expect(withTasksAsBefore(current, before, new Set(['a']))).toEqual(pagesOf([c, a, { ...b, title: 'B' }]));
});
