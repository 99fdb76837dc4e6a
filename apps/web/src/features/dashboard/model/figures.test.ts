import { expect, test } from 'vitest';
import { describeEstimate, describeOverall } from './estimates.ts';
import { isEvening, toTiles } from './figures.ts';

const figures = {
  today: {
    date: '2026-11-16',
    startsAt: '2026-11-16T00:00:00Z',
    endsAt: '2026-11-17T00:00:00Z',
    eveningAt: '2026-11-16T17:00:00Z',
    capacityMinutes: 390,
    plannedMinutes: 345,
    workedMinutes: 60,
    finishedTasks: 0,
    firstFinished: [],
  },
  points: { thisWeek: 40, lastWeek: 25 },
  focus: { todayMinutes: 50, weekMinutes: 125 },
};

const planned = { isPlanned: true, waitingTasks: 0, overlaps: 0, isChanging: false };
const findAtRisk = (plan: Parameters<typeof toTiles>[2]) =>
  toTiles(figures, [], plan).find(({ name }) => name === 'At risk');

test('tiles say what their figures mean', () => {
  const tiles = toTiles(figures, [{ isHard: true }, { isHard: false }, { isHard: false }], planned);
  expect(tiles.map(({ name, value, meaning }) => `${name}: ${value}, ${meaning}`)).toEqual([
    'Planned today: 5 h 45, of 6 h 30 you have',
    'At risk: 3, 1 hard, 2 soft deadlines',
    'Points this week: 40, 15 more than last week',
    'Focus today: 50 min, 2 h 5 this week',
  ]);
  expect(tiles[0]?.share).toBeCloseTo(88.46);
  expect(tiles[2]?.formula).toContain('10 points for a finished task that was in the plan');
});

test('a day without hours, risks or points', () => {
  const tiles = toTiles(
    {
      ...figures,
      today: { ...figures.today, capacityMinutes: 0 },
      points: { thisWeek: 0, lastWeek: 0 },
    },
    [],
    planned,
  );
  expect(tiles.map(({ meaning }) => meaning).slice(0, 3)).toEqual([
    'no free working hours today',
    'everything fits',
    'none last week',
  ]);
  expect(tiles[0]).not.toHaveProperty('share');
});

test.each([
  [
    { project: 'Atlas', factor: 1.5, openTasks: 2, openMinutes: 120, learnedMinutes: 180 },
    'Atlas tasks take 1.5 times as long as estimated (4 tasks).',
    'The 2 open ones would need 1 h more.',
  ],
  [
    { project: null, factor: 0.5, openTasks: 1, openMinutes: 60, learnedMinutes: 30 },
    'Tasks without a project take 0.5 times as long as estimated (4 tasks).',
    'The open one would need 30 min less.',
  ],
  [
    { project: 'Atlas', factor: 1.1, openTasks: 2, openMinutes: 120, learnedMinutes: 132 },
    'Atlas tasks take about as long as estimated (4 tasks).',
    null,
  ],
])('%j', (estimate, sentence, effect) => {
  expect(describeEstimate({ tasks: 4, ...estimate })).toEqual({ sentence, effect });
});

test('before the first plan it does not claim that everything fits', () => {
  expect(findAtRisk({ ...planned, isPlanned: false, waitingTasks: 2 })).toEqual({
    name: 'At risk',
    value: '0',
    meaning: 'nothing is planned yet',
  });
});

test('it does not claim so of tasks that came after the plan', () => {
  expect(findAtRisk({ ...planned, waitingTasks: 2 })).toEqual({
    name: 'At risk',
    value: '0',
    meaning: '2 not planned yet',
  });
});

test.each([
  [{ overlaps: 1, isChanging: true }, '1 block overlaps'],
  [{ overlaps: 2 }, '2 blocks overlap'],
  [{ isChanging: true, waitingTasks: 2 }, 'a new plan waits'],
  [{ isChanging: true, isPlanned: false }, 'a new plan waits'],
])('nor with %j', (plan, meaning) => {
  expect(findAtRisk({ ...planned, ...plan })).toEqual({ name: 'At risk', value: '0', meaning });
});

test.each([
  [
    { factor: 1.3, openTasks: 2, openMinutes: 120, learnedMinutes: 156 },
    '1.3×',
    'too short, 9 tasks',
    'The 2 open ones would need 36 min more.',
  ],
  [
    { factor: 0.75, openTasks: 1, openMinutes: 60, learnedMinutes: 45 },
    '0.75×',
    'too long, 9 tasks',
    'The open one would need 15 min less.',
  ],
  [{ factor: 1.05, openTasks: 0, openMinutes: 0, learnedMinutes: 0 }, '1.05×', 'about right, 9 tasks', null],
])('of all estimates %j', (overall, value, meaning, effect) => {
  expect(describeOverall({ tasks: 9, ...overall }, false)).toEqual({ value, meaning, effect });
  expect(describeOverall({ tasks: 9, ...overall }, true).effect).toBe(
    effect && effect.replace('The', 'By project, the'),
  );
});

test('a day is looked back on from its evening to its end', () => {
  const at = (instant: string) => isEvening(new Date(instant), figures.today);
  expect([at('2026-11-16T16:59:59Z'), at('2026-11-16T17:00:00Z'), at('2026-11-17T00:00:00Z')]).toEqual([
    false,
    true,
    false,
  ]);
});
