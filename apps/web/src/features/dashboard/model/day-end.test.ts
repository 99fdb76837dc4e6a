import type { Block } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { aBlock } from '#test/fixtures.ts';
import { describeDayEnd } from './day-end.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const iso = (day: number, hour: number) => at(day, hour).toISOString();

test('in the evening, what was finished, what was not, and when that is planned', () => {
  const report = {
    title: 'Report',
    taskId: 'report',
    isFinished: true,
    startsAt: iso(20, 9),
    endsAt: iso(20, 11),
    state: 'done' as const,
  };
  const slides = { title: 'Slides', taskId: 'slides', startsAt: iso(20, 13), endsAt: iso(20, 14) };
  const later = { title: 'Later', startsAt: iso(20, 20), endsAt: iso(20, 21) };
  const say = (
    now: Date,
    finished: readonly string[] | number,
    workedMinutes: number,
    ...fields: Partial<Block>[]
  ) => {
    const finishedTasks = typeof finished === 'number' ? finished : finished.length;
    const firstFinished =
      typeof finished === 'number'
        ? []
        : finished.slice(0, 5).map((title) => ({ _id: title.toLowerCase(), title }));
    return describeDayEnd(
      { blocks: fields.map((field) => aBlock(field)), now, partlyPlanned: [] },
      { startsAt: iso(20, 0), endsAt: iso(21, 0), finishedTasks, firstFinished, workedMinutes },
    );
  };
  const evening = at(20, 18);
  expect(say(evening, 0, 120, report, slides, later)).toMatchObject({
    said: '1 block done (Report), 2 h of work. This one was not finished: plan again for a new time.',
    left: [{ title: 'Slides', movesTo: null }],
  });
  const moved = [23, 21].map((day) => ({ ...slides, startsAt: iso(day, 9), endsAt: iso(day, 10) }));
  expect(say(evening, 0, 0, slides, ...moved)).toMatchObject({
    said: 'Nothing is marked as done. This one was not finished and has a new time.',
    left: [{ title: 'Slides', movesTo: at(21, 9) }],
  });
  expect(say(evening, 0, 0, slides, slides)?.said).toBe(
    'Nothing is marked as done. These were not finished: plan again for a new time.',
  );
  // Its task was completed.
  expect(say(evening, ['Slides'], 60, { ...slides, isFinished: true })).toEqual({
    said: '1 task finished (Slides). 1 block done, 1 h of work.',
    left: [],
  });
  // Most tasks have no block.
  expect(say(evening, ['Call', 'Letter'], 60, report)?.said).toBe(
    '2 tasks finished (Call, Letter). 1 block done (Report), 1 h of work.',
  );
  expect(say(evening, ['A', 'B', 'C', 'D', 'E', 'F', 'G'], 0)?.said).toBe(
    '7 tasks finished (A, B, C, D, E and 2 more).',
  );
  const seven = Array.from({ length: 7 }, (_, at) => ({
    ...slides,
    title: `Part ${at % 6}`,
    taskId: `part-${at % 6}`,
    isFinished: true,
  }));
  expect(say(evening, 0, 60, ...seven)?.said).toBe(
    '7 blocks done (Part 0, Part 1, Part 2, Part 3, Part 4 and 1 more), 1 h of work.',
  );
  expect(say(evening, 0, 0, later)).toBeNull();
  expect(say(evening, ['Call', 'Letter'], 0, later)).toEqual({
    said: '2 tasks finished (Call, Letter).',
    left: [],
  });
});

test('tasks of one title are distinguished', () => {
  const [one, other] = ['one', 'other'].map((taskId) =>
    aBlock({ title: 'Call', taskId, isFinished: true, startsAt: iso(20, 9), endsAt: iso(20, 10) }),
  );
  expect(
    describeDayEnd(
      { blocks: [one, other].filter((block) => block !== undefined), now: at(20, 18), partlyPlanned: [] },
      {
        startsAt: iso(20, 0),
        endsAt: iso(21, 0),
        finishedTasks: 1,
        firstFinished: [{ _id: 'one', title: 'Call' }],
        workedMinutes: 120,
      },
    )?.said,
  ).toBe('1 task finished (Call). 2 blocks done (Call), 2 h of work.');
});

test('the day is the one of the figures, also where the browser has another one', () => {
  const today = {
    startsAt: '2026-11-19T15:00:00Z',
    endsAt: '2026-11-20T15:00:00Z',
    finishedTasks: 0,
    firstFinished: [],
    workedMinutes: 60,
  };
  const block = (title: string, startsAt: string, endsAt: string) =>
    aBlock({ title, taskId: title, isFinished: true, startsAt, endsAt });
  const blocks = [
    block('Before', '2026-11-19T13:00:00Z', '2026-11-19T15:00:00Z'),
    block('First', '2026-11-19T14:30:00Z', '2026-11-19T15:30:00Z'),
    block('Last', '2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z'),
    block('After', '2026-11-20T15:00:00Z', '2026-11-20T16:00:00Z'),
  ];
  expect(
    describeDayEnd({ blocks, now: new Date('2026-11-20T09:00:00Z'), partlyPlanned: [] }, today)?.said,
  ).toBe('2 blocks done (First, Last), 1 h of work.');
});

test('a missed part has no new time while what is planned ahead is less than what remains', () => {
  const [missed, ahead, other] = [20, 22, 21].map((day, at) =>
    aBlock({
      title: 'Thesis',
      taskId: 'thesis',
      occurrenceOn: at === 2 ? '2026-11-21' : null,
      startsAt: iso(day, 9),
      endsAt: iso(day, 10),
    }),
  );
  const blocks = [missed, ahead, other].filter((block) => block !== undefined);
  const today = {
    startsAt: iso(20, 0),
    endsAt: iso(21, 0),
    finishedTasks: 0,
    firstFinished: [],
    workedMinutes: 0,
  };
  const say = (partlyPlanned: readonly string[]) =>
    describeDayEnd({ blocks, now: at(20, 18), partlyPlanned }, today)?.left[0]?.movesTo;
  expect(say(['thesis'])).toBeNull();
  // Another time of the series is not the new time of this one.
  expect(say([])).toEqual(at(22, 9));
});
