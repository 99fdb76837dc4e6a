import { expect, test } from 'vitest';
import { aChatEvent, aChatTask, aTurn } from '#test/chat-fixtures.ts';
import {
  describeEventTimes,
  describeGuests,
  describeTaskFacts,
  formatHomeTime,
  groupByDay,
} from './card-words.ts';
import { describeChanges, describeState, listUnmentionedActions, stillExists } from './change-words.ts';
import { groupConversations } from './conversation-groups.ts';
import { pickTighterCount } from './message-count.ts';
import { listSlashCommands, readLine } from './slash-commands.ts';

test('slash commands are found by their beginning, at the start of the box only', () => {
  expect(listSlashCommands('/').map(({ name }) => name)).toEqual([
    '/plan',
    '/today',
    '/week',
    '/free',
    '/tasks',
    '/undo',
    '/new',
    '/help',
  ]);
  expect(listSlashCommands('/N').map(({ name }) => name)).toEqual(['/new']);
  for (const text of ['', 'a /', '/plan it', '/x', '//']) expect(listSlashCommands(text)).toEqual([]);
  expect(readLine(' /plan ')).toEqual({ kind: 'send', text: 'Plan my week' });
  expect(readLine('/path/to it')).toEqual({ kind: 'send', text: '/path/to it' });
});

test('conversations are grouped by the day of their last message', () => {
  const now = new Date(2027, 2, 28, 15);
  const at = (id: string, ...date: [number, number, number, number]) => ({
    id,
    title: id,
    updatedAt: new Date(...date).toISOString(),
  });
  const groups = groupConversations(
    [
      at('a', 2027, 2, 28, 0),
      at('b', 2027, 2, 27, 23),
      at('c', 2027, 2, 22, 9),
      at('d', 2027, 2, 1, 9),
      at('e', 2026, 2, 1, 9),
    ],
    now,
  );
  expect(groups.map(({ name, conversations }) => [name, ...conversations.map(({ id }) => id)])).toEqual([
    ['Today', 'a'],
    ['Yesterday', 'b'],
    ['Last 7 days', 'c'],
    ['Last 30 days', 'd'],
    ['Older', 'e'],
  ]);
});

test('the count that runs out first is shown', () => {
  const count = (used: number, limit: number | null) => ({ used, limit });
  expect(pickTighterCount({ today: count(3, 25), month: count(40, 250) })).toEqual({
    left: 22,
    limit: 25,
    period: 'today',
  });
  expect(pickTighterCount({ today: count(3, 25), month: count(249, 250) })).toMatchObject({
    left: 1,
    period: 'this month',
  });
  expect(pickTighterCount({ today: count(30, 25), month: count(0, null) })).toMatchObject({
    left: 0,
    period: 'today',
  });
  expect(pickTighterCount({ today: count(1, null), month: count(1, null) })).toBeNull();
});

test('all-day events have dates only, the last one included', () => {
  const words = describeEventTimes(
    aChatEvent({ isAllDay: true, startsOn: '2026-11-26', endsOn: '2026-11-28' }),
  );
  expect(words).toMatch(/26.* to .*27.*2026, all day$/);
  const one = describeEventTimes(
    aChatEvent({ isAllDay: true, startsOn: '2026-11-26', endsOn: '2026-11-27' }),
  );
  expect(one).not.toContain(' to ');
});

test('an event over midnight names both dates', () => {
  expect(
    describeEventTimes(aChatEvent({ startsAt: '2026-11-24T12:00:00Z', endsAt: '2026-11-26T12:00:00Z' })),
  ).toMatch(/24.* to .*26/);
});

test('the time of the home zone is added only where it is another one', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(formatHomeTime('2026-11-24T12:00:00Z', here)).toBeNull();
  expect(formatHomeTime('2026-11-24T12:00:00Z', undefined)).toBeNull();
  const other =
    new Date('2026-11-24T12:00:00Z').getTimezoneOffset() === -540 ? 'America/New_York' : 'Asia/Tokyo';
  expect(formatHomeTime('2026-11-24T12:00:00Z', other)).toMatch(/ in (New York|Tokyo)$/);
});

test('facts of tasks and guests that are missing are left out', () => {
  expect(describeTaskFacts(aChatTask({ dueOn: null, project: null }))).toEqual(['1 h 30']);
  expect(describeTaskFacts(aChatTask())).toEqual([
    '1 h 30',
    expect.stringMatching(/^due .*27.*2026$/),
    '#finance',
  ]);
  expect(
    describeGuests([
      { name: 'Sam', email: '' },
      { name: '', email: 'ana@lumen.io' },
    ]),
  ).toBe('Sam, ana@lumen.io');
});

test('events are grouped by their day, all-day events by their date', () => {
  const days = groupByDay([
    aChatEvent({ startsAt: '2026-11-24T12:00:00Z' }),
    aChatEvent({
      isAllDay: true,
      startsOn: '2026-11-24',
      endsOn: '2026-11-25',
      startsAt: '2026-11-23T23:00:00Z',
    }),
    aChatEvent({ startsAt: '2026-11-26T12:00:00Z' }),
  ]);
  expect(days.map(([, events]) => events.length)).toEqual([2, 1]);
});

test('a change is named by what it will do until it is done', () => {
  const card = { kind: 'event', change: 'deleted', event: aChatEvent(), before: null } as const;
  const title = (change: Parameters<typeof aTurn>[0]) => describeChanges(aTurn(change)).title;
  expect(title({ cards: [card], state: 'waiting' })).toBe('Delete event');
  expect(title({ cards: [card] })).toBe('Deleted event');
  expect(title({ cards: [card, card] })).toBe('2 changes');
  expect(title({})).toBe('Changes');
  expect(describeState(aTurn({ state: 'waiting' })).words).toBe('Draft');
  const action = { tool: 'x', input: {}, summary: 'Moved it', state: 'failed' } as const;
  expect(describeState(aTurn({ actions: [action] })).words).toBe('Partly done');
  expect(
    listUnmentionedActions(aTurn({ reply: 'Moved it.', actions: [action, { ...action, state: 'done' }] })),
  ).toEqual([action]);
  expect(stillExists('created', 'waiting')).toBe(false);
  expect(stillExists('deleted', 'done')).toBe(false);
  expect(stillExists('deleted', 'undone')).toBe(true);
});
