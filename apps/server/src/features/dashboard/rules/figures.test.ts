import { HOUR_MS } from '@dayloom/time';
import { expect, test } from 'vitest';
import { getCapacity, toEstimateFigures, toOverallEstimate } from './figures.ts';

test('corrections learnt from estimates apply to the open tasks of the same project', () => {
  const finished = [
    { project: 'Atlas', tasks: 4, factor: 1.2549 },
    { project: null, tasks: 3, factor: 0.8 },
  ];
  expect(toEstimateFigures(finished, [{ project: 'Atlas', tasks: 2, minutes: 100 }])).toEqual([
    { project: 'Atlas', tasks: 4, factor: 1.25, openTasks: 2, openMinutes: 100, learnedMinutes: 125 },
    { project: null, tasks: 3, factor: 0.8, openTasks: 0, openMinutes: 0, learnedMinutes: 0 },
  ]);
});

test('the factor of all tasks is applied to projects without a factor of their own', () => {
  const open = [
    { project: 'Atlas', tasks: 2, minutes: 100 },
    { project: 'Home', tasks: 1, minutes: 60 },
  ];
  const byProject = toEstimateFigures([{ project: 'Atlas', tasks: 4, factor: 1.25 }], open);
  expect(toOverallEstimate({ tasks: 6, factor: 1.0999 }, byProject, open)).toEqual({
    tasks: 6,
    factor: 1.1,
    openTasks: 3,
    openMinutes: 160,
    learnedMinutes: 191,
  });
  expect(toOverallEstimate(null, byProject, open)).toBeNull();
});

test('capacity leaves out meetings once, also where they overlap each other or the hours', () => {
  const open = [{ start: 0, end: 8 * HOUR_MS }];
  const busy = [
    { start: -HOUR_MS, end: HOUR_MS },
    { start: 2 * HOUR_MS, end: 4 * HOUR_MS },
    { start: 3 * HOUR_MS, end: 5 * HOUR_MS },
  ];
  expect(getCapacity(open, busy, null)).toBe(240);
  expect(getCapacity(open, busy, 180)).toBe(180);
  expect(getCapacity(open, busy, 300)).toBe(240);
  expect(getCapacity([], busy, 180)).toBe(0);
});
