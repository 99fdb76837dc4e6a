import { expect, it } from 'vitest';
import { aTask } from '#test/fixtures.ts';
import { isInView, views } from './views.ts';

const today = '2026-11-27';
const endOfToday = Date.parse('2026-11-28T00:00:00Z');
const plannedAt = (startsAt: string) => {
  const place = { startsAt, endsAt: '2026-12-24T12:00:00Z' };
  return { blockId: crypto.randomUUID(), blockCount: 1, places: [place], ...place };
};

it.each([
  [{}, ['inbox', 'upcoming']],
  [{ project: 'work' }, ['upcoming']],
  [{ dueOn: '2026-11-27' }, ['today', 'upcoming']],
  [{ dueOn: '2026-11-28' }, ['upcoming']],
  [{ dueAt: '2026-11-27T23:59:00Z' }, ['today', 'upcoming']],
  [{ dueAt: '2026-11-28T00:00:00Z' }, ['upcoming']],
  [{ planned: plannedAt('2026-11-27T09:00:00Z') }, ['inbox', 'today', 'upcoming']],
  [{ planned: plannedAt('2026-11-28T09:00:00Z') }, ['inbox', 'upcoming']],
  [{ risk: 'late' }, ['inbox', 'upcoming', 'at-risk']],
  [{ isSomeday: true, dueOn: '2026-11-27' }, ['someday']],
  [{ status: 'done', dueOn: '2026-11-27', risk: 'late' }, ['done']],
  [{ status: 'done', isSomeday: true }, ['done']],
] as const)('a task with %j is listed in %j', (fields, expected) => {
  const task = aTask({ title: 'Letter', ...fields });
  expect(views.filter((view) => isInView(task, view, today, endOfToday))).toEqual(expected);
});
