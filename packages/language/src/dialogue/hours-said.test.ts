import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { at, data, event, task } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** Hours such as '9 to 12': alone, with a day, in a series, and before an event. */

const calendar: DialogueData = {
  ...data,
  // Half past eight in the morning.
  now: at('16T08:30'),
  events: [...data.events, event('recital', 'Piano recital', '22T15:00', [])],
  tasks: [...data.tasks, { ...task('expenses', 'Expense report'), dueOn: '2026-11-16' }],
};
const list = (text: string) =>
  converse(text, calendar, NEW_DIALOGUE).calls.map(({ tool, input }) => [tool, input] as const);

describe('hours that repeat', () => {
  const run = {
    title: 'School run',
    startsAt: '2026-11-17T08:15:00.000Z',
    endsAt: '2026-11-17T08:45:00.000Z',
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  };
  test.each([
    'school run 8:15 to 8:45 every weekday',
    'school run 8:15-8:45 every weekday',
    'school run every weekday 8:15 to 8:45',
    'school run every weekday from 8:15 to 8:45',
  ])('%s', (text) => expect(list(text)).toMatchObject([['create_event', run]]));

  test('bare figures next to a rhythm are hours, unless they count something', () => {
    expect(list('deep work 9 to 12 every Monday until December 25')).toMatchObject([
      [
        'create_event',
        {
          title: 'Deep work',
          startsAt: '2026-11-16T09:00:00.000Z',
          endsAt: '2026-11-16T12:00:00.000Z',
          recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261225T235959Z',
        },
      ],
    ]);
    expect(list('read pages 9 to 12 every Monday')).toMatchObject([['create_task', {}]]);
  });
});

describe('hours without a day', () => {
  test.each([
    ['swim 6-7pm', '16T18:00', '16T19:00'],
    ['pilates 18:00-19:00', '16T18:00', '16T19:00'],
    ['breakfast 8-9', '17T08:00', '17T09:00'],
  ])('%s', (text, start, end) =>
    expect(list(text)).toMatchObject([
      ['create_event', { startsAt: `2026-11-${start}:00.000Z`, endsAt: `2026-11-${end}:00.000Z` }],
    ]),
  );

  test('chapters are no hours', () => expect(list('chapters 8-9')).toEqual([]));
});

test.each([
  [
    'put 30 min before the budget review to prepare',
    { title: 'Prepare', startsAt: '2026-11-17T09:30:00.000Z', endsAt: '2026-11-17T10:00:00.000Z' },
  ],
  [
    'schedule prep for 30 minutes before the budget review',
    { title: 'Prep', startsAt: '2026-11-17T09:30:00.000Z', endsAt: '2026-11-17T10:00:00.000Z' },
  ],
  [
    "I'm on holiday the week of December 14",
    { title: 'Holiday', startsOn: '2026-12-14', endsOn: '2026-12-21' },
  ],
  [
    'block 9 to 12 every Monday',
    { title: 'Blocked time', startsAt: '2026-11-16T09:00:00.000Z', endsAt: '2026-11-16T12:00:00.000Z' },
  ],
])('%s', (text, input) => expect(list(text)).toMatchObject([['create_event', input]]));

test('events already in that part of the day stay', () => {
  expect(list('move the design review to the afternoon')).toMatchObject([
    ['update_event', { startsAt: '2026-11-17T14:00:00.000Z', endsAt: '2026-11-17T15:00:00.000Z' }],
  ]);
  expect(list('move the budget review to the afternoon')).toMatchObject([
    ['update_event', { startsAt: '2026-11-17T12:00:00.000Z' }],
  ]);
});

test('the place of an event is where it is said to be', () => {
  expect(list('the recital is at the town hall')).toMatchObject([
    ['update_event', { eventId: 'recital', location: 'town hall' }],
  ]);
});

test('tasks that are due on a day are changed together', () => {
  expect(list('postpone everything due today to tomorrow')).toEqual([
    ['update_task', { taskId: 'expenses', dueOn: '2026-11-17', dueAt: null }],
  ]);
  expect(list('complete all tasks due today')).toEqual([['complete_task', { taskId: 'expenses' }]]);
});

test('a rhythm of weeks is no length, and an exception keeps the minutes', () => {
  expect(list('every 3 weeks haircut on a Friday at 10')).toMatchObject([
    [
      'create_event',
      { title: 'Haircut', startsAt: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-20T11:00:00.000Z' },
    ],
  ]);
  expect(list('school pickup every day at 3:15 except Wednesdays')).toMatchObject([
    [
      'create_event',
      {
        title: 'School pickup',
        startsAt: '2026-11-16T15:15:00.000Z',
        recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR,SA,SU',
      },
    ],
  ]);
});

test('a reason that follows changes nothing', () => {
  const clear = converse("cancel the recital, the hall's closed", calendar, NEW_DIALOGUE);
  expect(clear.calls).toMatchObject([{ tool: 'delete_event', input: { eventId: 'recital' } }]);
});

test('an hour in the day is not an hour at night', () => {
  const late = { ...event('haircut', 'Haircut', '27T17:15', []) };
  const move = converse('move the haircut to the 9th at 11', { ...calendar, events: [late] }, NEW_DIALOGUE);
  expect(move.calls).toMatchObject([{ input: { startsAt: '2026-12-09T11:00:00.000Z' } }]);
});

test('the rest of a day leaves out past events', () => {
  const early = event('run', 'Run', '16T06:00', []);
  const day = { ...calendar, events: [early, ...calendar.events] };
  const reply = (text: string) => converse(text, day, NEW_DIALOGUE).reply;
  expect(reply("what's on today")).toContain("'Run'");
  for (const text of ["what's left today", "what's on for the rest of today"])
    expect(reply(text)).toMatch(/^1 event on Mon, 16 Nov 2026:\n• 'Lunch'/);
});
