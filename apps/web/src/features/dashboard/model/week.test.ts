import type { CategoryFigures } from '@dayloom/contracts';
import { describe, expect, test } from 'vitest';
import { TREND_HEIGHT, toTrend, toWeekBars, WEEK_HEIGHT } from './chart-scales.ts';
import { describeCarried, describeNext, describeWork, findAdjacentWeeks } from './review.ts';
import { describeCompletion, describeDay, describeWeek, listDays } from './week.ts';

const category = (
  kind: CategoryFigures['kind'],
  project: string | null,
  days: readonly (readonly [planned: number, worked: number])[],
): CategoryFigures => {
  const all = Array.from({ length: 7 }, (_, at) => ({
    plannedMinutes: days[at]?.[0] ?? 0,
    workedMinutes: days[at]?.[1] ?? 0,
  }));
  return {
    kind,
    project,
    plannedMinutes: all.reduce((sum, day) => sum + day.plannedMinutes, 0),
    workedMinutes: all.reduce((sum, day) => sum + day.workedMinutes, 0),
    days: all,
  };
};

const week = {
  startsOn: '2026-11-16',
  categories: [
    category('project', 'Atlas', [
      [120, 90],
      [60, 0],
    ]),
    category('none', null, [[0, 30]]),
    category('meetings', null, [[60, 60]]),
  ],
};
const days = listDays(week);

test('a day and a week say what was done, by category', () => {
  expect(days.map(({ name }) => name).join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
  expect(describeDay(week, days, 0)).toMatch(
    /^Monday,? .*: 3 h of 3 h done\. Atlas 1 h 30 of 2 h, No project 30 min, Meetings 1 h of 1 h\.$/,
  );
  expect(describeDay(week, days, 6)).toMatch(/^Sunday,? .*: nothing planned\.$/);
  expect(describeDay(week, days, null)).toBe('The week: 3 h of 4 h done.');
});

describe('the bars of a week', () => {
  const { bars, ticks } = toWeekBars(week.categories);

  test('are stacked from the bottom, planned beside done, with heights on one scale', () => {
    const monday = bars.filter(({ x }) => x < 100 / 7);
    expect(monday.map(({ side, category: { kind } }) => `${side} ${kind}`)).toEqual([
      'planned project',
      'planned meetings',
      'worked project',
      'worked none',
      'worked meetings',
    ]);
    // The axis ends with 3 h; a pixel separates the layers.
    const hour = WEEK_HEIGHT / 3;
    const [project, meetings] = monday;
    expect(project?.y).toBeCloseTo(WEEK_HEIGHT - 2 * hour);
    expect(project?.height).toBeCloseTo(2 * hour - 1);
    expect(meetings?.y).toBeCloseTo(0);
    expect(ticks.map(({ hours }) => hours)).toEqual([0, 1, 2, 3]);
  });

  test('stay within their day and do not overlap', () => {
    const lefts = [...new Set(bars.map(({ x }) => x))].toSorted((a, b) => a - b);
    expect(lefts).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = lefts;
    const width = bars[0]?.width ?? 0;
    expect(first + width).toBeLessThanOrEqual(second);
    expect(second + width).toBeLessThan(100 / 7);
    expect(third).toBeGreaterThan(100 / 7);
  });

  test('do not make half an hour look like a full day', () => {
    const [bar] = toWeekBars([category('none', null, [[30, 0]])]).bars;
    expect(bar?.height).toBeLessThan(WEEK_HEIGHT / 2);
  });
});

const completion = (dueMinutes: number, doneMinutes: number, startsOn = '2026-11-09') => ({
  startsOn,
  dueMinutes,
  doneMinutes,
  finishedTasks: 1,
});

test('completion compares this week with those before', () => {
  expect(describeCompletion([completion(600, 480), completion(300, 270)])).toEqual({
    value: '83 %',
    meaning: '90 % this week, up from 80 %',
  });
  expect(describeCompletion([completion(600, 480), completion(0, 0)])?.meaning).toBe(
    'nothing was due this week yet',
  );
  expect(describeCompletion([completion(0, 0), completion(100, 100)])?.meaning).toBe('100 % this week');
  expect(describeCompletion([completion(0, 0)])).toBeNull();
});

test('the trend leaves a gap for weeks in which nothing was due', () => {
  const { line, area, points } = toTrend([50, null, 100]);
  expect(points.map(({ x }) => x)).toEqual([0, 100]);
  expect(points[0]?.y).toBe((TREND_HEIGHT + 2) / 2);
  expect(line.match(/M/g)).toHaveLength(2);
  expect(area).not.toContain('NaN');
});

test('a review says what was done, what is left, and what comes', () => {
  const work = { kind: 'none' as const, project: null, plannedMinutes: 60, workedMinutes: 0, days: [] };
  const empty = { startsOn: '2026-11-16', categories: [] };
  const ahead = { ...empty, categories: [work] };
  const during = new Date(2026, 10, 20);
  const afterwards = new Date(2026, 10, 23);
  const worked = { completion: completion(900, 720), unplannedMinutes: 60, week: ahead };
  expect(describeWork(worked, afterwards)).toBe(
    '12 h of 15 h planned work was done (80 %). 1 h more without a plan.',
  );
  expect(describeWork(worked, during)).toBe(
    '12 h of 15 h planned work was done so far (80 %). 1 h more without a plan.',
  );
  const none = { completion: completion(0, 0), unplannedMinutes: 0 };
  expect(describeWork({ ...none, week: empty }, during)).toBe('Nothing was planned.');
  expect(describeWork({ ...none, week: ahead }, during)).toBe('What is planned is still to come.');
  const task = { _id: '1', title: 'Letter', project: null, missedMinutes: 90 };
  expect(describeCarried({ ...task, plannedAt: null })).toBe('1 h 30 left, not planned again yet');
  expect(describeCarried({ ...task, plannedAt: '2026-11-17T09:00:00Z' })).toMatch(
    /^1 h 30 left, planned for Tue/,
  );
  expect(describeNext({ startsOn: '2026-11-23', capacityMinutes: 2_400, plannedMinutes: 600 })).toBe(
    '10 h of 40 h free working hours are planned.',
  );
});

test('reviews go back twelve weeks, and not into the future', () => {
  const today = new Date(2026, 10, 18);
  expect(findAdjacentWeeks('2026-11-16', today)).toEqual({ before: '2026-11-09', after: null });
  expect(findAdjacentWeeks('2026-11-09', today)).toEqual({ before: '2026-11-02', after: '2026-11-16' });
  expect(findAdjacentWeeks('2026-08-31', today)).toEqual({ before: null, after: '2026-09-07' });
  expect(describeWeek('2026-11-30').match(/\d+/g)).toEqual(['30', '6']);
});
