import { expect, test } from 'vitest';
import { aBlock, anOccurrence } from '#test/fixtures.ts';
import { agendaDays, findNow, plannedTasks, summarizeToday } from './agenda.ts';
import { agendaRange } from './agenda-range.ts';

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
  expect(summarizeToday(today?.items ?? [], now, 3)).toBe('1 block and 1 event left today');
  expect(summarizeToday(today?.items.slice(0, 1) ?? [], now, 0)).toBe('nothing left today');
  expect(summarizeToday([], now, 15)).toBe('nothing planned today · 15 open tasks');
});

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
