import { getZone, HOUR_MS, localDayNumber } from '@dayloom/time';
import { expect, test } from 'vitest';
import { getCapacity, toDayFigures, toEstimateFigures, toProjectFigures } from './figures.ts';

const zone = getZone('Europe/Berlin');
const at = (instant: string): number => Date.parse(instant);
const block = (start: string, end: string, isDone = false, project: string | null = null) => ({
  start: at(start),
  end: at(end),
  isDone,
  project,
});

test('days are those of the zone: the night in which the clock goes back has an hour more', () => {
  const firstDay = localDayNumber(zone, at('2026-10-24T12:00:00Z'));
  const figures = toDayFigures(
    {
      // From 22:00 on Saturday to 02:00 on Monday, local time.
      blocks: [block('2026-10-24T20:00:00Z', '2026-10-26T01:00:00Z', true)],
      finishedAt: [at('2026-10-24T21:59:00Z'), at('2026-10-24T22:00:00Z')],
    },
    { zone, firstDay, count: 3 },
  );
  expect(figures).toEqual([
    { date: '2026-10-24', plannedMinutes: 120, workedMinutes: 120, finishedTasks: 1 },
    { date: '2026-10-25', plannedMinutes: 1_500, workedMinutes: 1_500, finishedTasks: 1 },
    { date: '2026-10-26', plannedMinutes: 120, workedMinutes: 120, finishedTasks: 0 },
  ]);
});

test('what lies outside the days is left out', () => {
  const firstDay = localDayNumber(zone, at('2026-11-16T12:00:00Z'));
  const blocks = [block('2026-11-15T21:00:00Z', '2026-11-16T00:00:00Z')];
  const [figures] = toDayFigures({ blocks, finishedAt: [0] }, { zone, firstDay, count: 1 });
  expect(figures).toMatchObject({ plannedMinutes: 60, finishedTasks: 0 });
});

test('projects are cut to the range and sorted by planned time', () => {
  const range = { start: at('2026-11-16T00:00:00Z'), end: at('2026-11-17T00:00:00Z') };
  const blocks = [
    block('2026-11-15T23:00:00Z', '2026-11-16T01:00:00Z', true),
    block('2026-11-16T10:00:00Z', '2026-11-16T12:00:00Z', false, 'Atlas'),
    block('2026-11-17T10:00:00Z', '2026-11-17T12:00:00Z', false, 'Later'),
  ];
  expect(toProjectFigures(blocks, range)).toEqual([
    { project: 'Atlas', plannedMinutes: 120, workedMinutes: 0 },
    { project: null, plannedMinutes: 60, workedMinutes: 60 },
  ]);
});

test('an estimate is judged by the middle task, from three on', () => {
  const finished = [30, 60, 90, 600].map((workedMinutes) => ({
    project: 'Atlas',
    estimatedMinutes: 60,
    workedMinutes,
  }));
  const few = { project: 'Few', estimatedMinutes: 60, workedMinutes: 60 };
  expect(toEstimateFigures([...finished, few, few], [{ project: 'Atlas', tasks: 2, minutes: 100 }])).toEqual([
    { project: 'Atlas', tasks: 4, factor: 1.25, openTasks: 2, openMinutes: 100, learnedMinutes: 125 },
  ]);
});

test('capacity leaves out meetings once, also where they overlap each other or the hours', () => {
  const open = [{ start: 0, end: 8 * HOUR_MS }];
  const busy = [
    { start: -HOUR_MS, end: HOUR_MS },
    { start: 2 * HOUR_MS, end: 4 * HOUR_MS },
    { start: 3 * HOUR_MS, end: 5 * HOUR_MS },
  ];
  expect(getCapacity(open, busy)).toBe(240);
  expect(getCapacity([], busy)).toBe(0);
});
