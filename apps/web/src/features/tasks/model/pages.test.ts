import { expect, it } from 'vitest';
import { withTask } from './pages.ts';
import { provisionalTask } from './quick-add.ts';

const aTask = (title: string) => provisionalTask({ title, _id: title }, new Date('2026-11-18T08:00:00Z'));
const [a, b, c] = [aTask('a'), aTask('b'), aTask('c')];
const createPages = (...pages: (typeof a)[][]) => ({
  pages: pages.map((tasks) => ({ tasks })),
  pageParams: [],
});

it('adds a new task in front and replaces a known one in place', () => {
  expect(withTask(createPages([a], [b]), c)).toEqual(createPages([c, a], [b]));
  expect(withTask(createPages([a], [b]), { ...b, title: 'B' })).toEqual(
    createPages([a], [{ ...b, title: 'B' }]),
  );
});
