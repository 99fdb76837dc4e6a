import { getZone, localDayNumber } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { WorkBlock } from '../model.ts';
import { findReviewWeek, toCompletion, toWeekFigures } from './weeks.ts';

const zone = getZone('Europe/Berlin');
const at = (instant: string): number => Date.parse(instant);
const toDay = (date: string): number => localDayNumber(zone, at(`${date}T12:00:00Z`));
const block = (
  start: string,
  end: string,
  { isDone = false, isUnplanned = false, project = null, plannedEnd = at(end) }: Partial<WorkBlock> = {},
): WorkBlock => ({ start: at(start), end: at(end), plannedEnd, isDone, isUnplanned, project });

describe('a week', () => {
  // Begins with Monday, 19 October; the clock goes back on Sunday, the 25th.
  const week = { zone, firstDay: toDay('2026-10-19'), now: at('2026-10-22T12:00:00Z') };

  test('has the days of the zone: the one in which the clock goes back has an hour more', () => {
    const { startsOn, categories } = toWeekFigures(
      // From 22:00 on Saturday to 02:00 on Monday, local time.
      { blocks: [block('2026-10-24T20:00:00Z', '2026-10-26T01:00:00Z', { isDone: true })], meetings: [] },
      week,
    );
    expect(startsOn).toBe('2026-10-19');
    expect(categories.map(({ kind, plannedMinutes }) => [kind, plannedMinutes])).toEqual([['none', 1_620]]);
    expect(categories[0]?.days.map(({ workedMinutes }) => workedMinutes)).toEqual([
      0, 0, 0, 0, 0, 120, 1_500,
    ]);
  });

  test('shows work without a plan as done only, and meetings as held once their time has passed', () => {
    const { categories } = toWeekFigures(
      {
        blocks: [
          block('2026-10-20T08:00:00Z', '2026-10-20T09:00:00Z', { isDone: true, isUnplanned: true }),
          block('2026-10-20T09:00:00Z', '2026-10-20T11:00:00Z'),
        ],
        meetings: [
          { start: at('2026-10-22T11:00:00Z'), end: at('2026-10-22T13:00:00Z') },
          { start: at('2026-10-22T12:30:00Z'), end: at('2026-10-22T13:30:00Z') },
        ],
      },
      week,
    );
    expect(categories).toMatchObject([
      { kind: 'none', project: null, plannedMinutes: 120, workedMinutes: 60 },
      { kind: 'meetings', project: null, plannedMinutes: 150, workedMinutes: 60 },
    ]);
  });

  test('keeps what was planned of a block that was finished early', () => {
    const early = { isDone: true, plannedEnd: at('2026-10-20T09:00:00Z') };
    const { categories } = toWeekFigures(
      { blocks: [block('2026-10-20T08:00:00Z', '2026-10-20T08:40:00Z', early)], meetings: [] },
      week,
    );
    expect(categories.map(({ plannedMinutes, workedMinutes }) => [plannedMinutes, workedMinutes])).toEqual([
      [60, 40],
    ]);
    expect(categories[0]?.days[1]).toEqual({ plannedMinutes: 60, workedMinutes: 40 });
  });

  test('names three projects, and puts the rest together', () => {
    const blocks = ['A', 'B', 'C', 'D', 'E'].map((project, index) =>
      block('2026-10-20T08:00:00Z', `2026-10-20T09:0${5 - index}:00Z`, { project }),
    );
    const { categories } = toWeekFigures({ blocks, meetings: [] }, week);
    expect(categories.map(({ kind, project, plannedMinutes }) => [kind, project, plannedMinutes])).toEqual([
      ['project', 'A', 65],
      ['project', 'B', 64],
      ['project', 'C', 63],
      ['rest', null, 123],
    ]);
    expect(categories.at(-1)?.days[1]?.plannedMinutes).toBe(123);
  });
});

test('completion is of what was due by now; work over the end of a week counts in each for its part', () => {
  const blocks = [
    block('2026-10-12T08:00:00Z', '2026-10-12T10:00:00Z', { isDone: true }),
    block('2026-10-13T08:00:00Z', '2026-10-13T09:00:00Z'),
    // Sunday, 23:30 to 00:30 local time.
    block('2026-10-18T21:30:00Z', '2026-10-18T22:30:00Z', { isDone: true }),
    block('2026-10-19T06:00:00Z', '2026-10-19T07:00:00Z', { isDone: true, isUnplanned: true }),
    block('2026-10-22T08:00:00Z', '2026-10-22T09:00:00Z'),
    block('2026-10-23T08:00:00Z', '2026-10-23T08:30:00Z', { isDone: true }),
  ];
  const finishedAt = [at('2026-10-18T21:59:00Z'), at('2026-10-18T22:00:00Z'), at('2026-10-05T22:00:00Z')];
  expect(
    toCompletion(
      { blocks, finishedAt },
      { zone, firstDay: toDay('2026-10-12'), count: 2, now: at('2026-10-22T08:30:00Z') },
    ),
  ).toEqual([
    { startsOn: '2026-10-12', dueMinutes: 210, doneMinutes: 150, finishedTasks: 1 },
    { startsOn: '2026-10-19', dueMinutes: 60, doneMinutes: 60, finishedTasks: 1 },
  ]);
});

describe('the week to look back on', () => {
  const monday = toDay('2026-11-16');
  const toFriday = (day: number) => day < monday + 5;
  const find = (day: number, hour: number, isWorkday = toFriday) =>
    findReviewWeek({ today: monday + day, minuteOfDay: hour * 60 }, monday, isWorkday);

  test('is the last one until the first working day is over', () => {
    expect(find(0, 23)).toBe(monday - 7);
    expect(find(1, 0)).toBeNull();
    // A week that begins with Sunday.
    expect(find(0, 23, (day) => day > monday && day < monday + 6)).toBe(monday - 7);
    expect(find(1, 23, (day) => day > monday && day < monday + 6)).toBe(monday - 7);
  });

  test('is this one from the afternoon of the last working day on', () => {
    expect(find(4, 14)).toBeNull();
    expect(find(4, 15)).toBe(monday);
    expect(find(6, 0)).toBe(monday);
  });

  test('without working days, is this one on its last day', () => {
    expect(find(6, 16, () => false)).toBe(monday);
    expect(find(0, 16, () => false)).toBe(monday - 7);
    expect(find(3, 16, () => false)).toBeNull();
  });
});
