import { expect, it } from 'vitest';
import { withTask } from './pages.ts';
import { provisionalTask } from './quick-add.ts';

const aTask = (title: string) => provisionalTask({ title, _id: title }, new Date('2026-11-18T08:00:00Z'));
const [a, b, c] = [aTask('a'), aTask('b'), aTask('c')];
const pagesOf = (...pages: (typeof a)[][]) => ({ pages: pages.map((tasks) => ({ tasks })), pageParams: [] });

it('adds a new task in front and replaces a known one in its place', () => {
  expect(withTask(pagesOf([a], [b]), c)).toEqual(pagesOf([c, a], [b]));
  expect(withTask(pagesOf([a], [b]), { ...b, title: 'B' })).toEqual(pagesOf([a], [{ ...b, title: 'B' }]));
});
