import type { Block } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { aBlock, anOccurrence } from '#test/fixtures.ts';
import { agendaDays, findNow, plannedTasks, summaryOfToday } from './agenda.ts';
import { agendaRange } from './agenda-range.ts';
import { sayDayEnd } from './day-end.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const iso = (day: number, hour: number) => at(day, hour).toISOString();
const now = at(20, 9, 30);

test('the range is four whole days', () => {
  expect(agendaRange(now)).toEqual({ from: at(20, 0), to: at(24, 0) });
});

test('a day lists its events and blocks in order of time, all-day events first', () => {
  const days = agendaDays(
    now,
    [
      anOccurrence({ title: 'Lunch', startsAt: iso(20, 12), endsAt: iso(20, 13) }),
      anOccurrence({ title: 'Holiday', isAllDay: true, startsOn: '2026-11-20', endsOn: '2026-11-21' }),
      anOccurrence({ title: 'Off', status: 'cancelled', startsAt: iso(20, 8), endsAt: iso(20, 9) }),
    ],
    [aBlock({ title: 'Report', startsAt: iso(20, 10), endsAt: iso(20, 12), chunk: 2, chunkCount: 3 })],
  );
  expect(days.map(({ items }) => items.map(({ title }) => title))).toEqual([
    ['Holiday', 'Report', 'Lunch'],
    [],
    [],
    [],
  ]);
  expect(days[0]?.items[1]?.chunk).toBe('2/3');
});

test('an event has the colour of its calendar', () => {
  const [today] = agendaDays(
    now,
    [anOccurrence({ calendarId: 'work', startsAt: iso(20, 12), endsAt: iso(20, 13) })],
    [aBlock({ startsAt: iso(20, 14), endsAt: iso(20, 15) })],
    [
      { _id: 'home', color: '#5CAAFF' },
      { _id: 'work', color: '#FF9BC8' },
    ],
  );
  expect(today?.items.map(({ color }) => color)).toEqual(['#FF9BC8', null]);
});

test('an item over midnight is in both days, one that ends at midnight in one', () => {
  const days = agendaDays(
    now,
    [
      anOccurrence({ title: 'Party', startsAt: iso(20, 22), endsAt: iso(21, 2) }),
      anOccurrence({ title: 'Film', startsAt: iso(20, 22), endsAt: iso(21, 0) }),
    ],
    [],
  );
  expect(days.map(({ items }) => items.length)).toEqual([2, 1, 0, 0]);
});

test('the summary counts what is left', () => {
  const [today] = agendaDays(
    now,
    [
      anOccurrence({ startsAt: iso(20, 8), endsAt: iso(20, 9) }),
      anOccurrence({ startsAt: iso(20, 14), endsAt: iso(20, 15) }),
    ],
    [
      aBlock({ startsAt: iso(20, 10), endsAt: iso(20, 11) }),
      aBlock({ state: 'done', startsAt: iso(20, 11), endsAt: iso(20, 12) }),
    ],
  );
  expect(summaryOfToday(today?.items ?? [], now, 3)).toBe('1 block and 1 event left today');
  expect(summaryOfToday(today?.items.slice(0, 1) ?? [], now, 0)).toBe('nothing left today');
  expect(summaryOfToday([], now, 15)).toBe('nothing planned today · 15 open tasks');
});

const todayAt = (moment: Date, ...blocks: Parameters<typeof aBlock>[0][]) =>
  agendaDays(
    moment,
    [],
    blocks.map((fields, index) => aBlock({ _id: `block-${index}`, ...fields })),
  )[0]?.items ?? [];

test('a block that is under way comes before a meeting, then the next two', () => {
  const meeting = anOccurrence({ title: 'Call', startsAt: iso(20, 9), endsAt: iso(20, 10) });
  const blocks = [9, 11, 12, 13].map((hour) =>
    aBlock({ _id: String(hour), title: `At ${hour}`, startsAt: iso(20, hour), endsAt: iso(20, hour + 1) }),
  );
  const [today] = agendaDays(now, [meeting], blocks);
  const { current, next, later } = findNow(today?.items ?? [], now);
  expect([current?.title, next?.title, later?.title]).toEqual(['At 9', 'At 11', 'At 12']);
  expect(findNow(today?.items ?? [], at(20, 20))).toEqual({});
});

test('tasks that have passed or finished blocks only are not planned', () => {
  const [passed, running, ahead] = [
    { startsAt: iso(20, 7), endsAt: iso(20, 8) },
    { startsAt: iso(20, 9), endsAt: iso(20, 11) },
    { startsAt: iso(20, 13), endsAt: iso(20, 14) },
  ];
  const blocks = [passed, { ...ahead, state: 'done' as const }, running, ahead].map((fields) =>
    aBlock(fields),
  );
  expect(plannedTasks(blocks, at(20, 10))).toBe(2);
});

test('in the evening, what was finished, what was not, and when that is planned', () => {
  const report = { title: 'Report', startsAt: iso(20, 9), endsAt: iso(20, 11), state: 'done' as const };
  const slides = { title: 'Slides', taskId: 'slides', startsAt: iso(20, 13), endsAt: iso(20, 14) };
  const later = { title: 'Later', startsAt: iso(20, 20), endsAt: iso(20, 21) };
  const say = (
    now: Date,
    finished: readonly string[] | number,
    workedMinutes: number,
    ...fields: Partial<Block>[]
  ) => {
    const finishedTasks = typeof finished === 'number' ? finished : finished.length;
    const finishedTitles = typeof finished === 'number' ? [] : finished.slice(0, 5);
    return sayDayEnd(
      { items: todayAt(now, ...fields), blocks: fields.map((field) => aBlock(field)), now },
      { finishedTasks, finishedTitles, workedMinutes },
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
  expect(say(at(20, 16), 0, 120, report)).toBeNull();
});
