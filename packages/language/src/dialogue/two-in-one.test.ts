import { describe, expect, test } from 'vitest';
import { converse } from './dialogue.ts';
import { data, event, listCalls, task } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** Requests that name two times, two days or two things. None of them is dropped without a word. */

const say = (text: string, about = data) => converse(text, about, NEW_DIALOGUE);

describe('two clock times', () => {
  test.each([
    ['add yoga tomorrow at 6 or 7', ['6', '7']],
    ['book a haircut at 4 or 5 on Friday', ['4', '5']],
    ['move the design review to 4pm or 5pm', ['4pm', '5pm']],
  ])("'%s' asks which one", (text, labels) => {
    const answer = say(text);
    expect({ kind: answer.kind, calls: answer.calls }).toEqual({ kind: 'question', calls: [] });
    expect(answer.choices?.map(({ label }) => label)).toEqual(labels);
  });

  test('and the answer keeps the day', () => {
    const { state, choices } = say('add yoga tomorrow at 4 or 5');
    for (const text of ['5', choices?.[1]?.text ?? ''])
      expect(converse(text, data, state).calls).toMatchObject([
        { tool: 'create_event', input: { title: 'Yoga', startsAt: '2026-11-17T17:00:00.000Z' } },
      ]);
  });

  test.each(['5', 'the second one'])("of a change are chosen with '%s'", (text) => {
    const { state } = say('move lunch to 4 or 5');
    expect(converse(text, data, state).calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'lunch', startsAt: '2026-11-16T17:00:00.000Z' } },
    ]);
  });

  test('are the question itself of a question', () => {
    expect(say('am I free tomorrow at 6 or 7').choices ?? []).toEqual([]);
  });
});

test('a chore on one day and an event on another are two', () => {
  expect(listCalls('buy stamps tomorrow and dentist at 9 on friday')).toMatchObject([
    ['create_task', { title: 'Buy stamps', dueOn: '2026-11-17' }],
    ['create_event', { title: 'Dentist', startsAt: '2026-11-20T09:00:00.000Z' }],
  ]);
});

test('an errand on the way is no event', () => {
  expect(listCalls('call Ana tomorrow and ask about friday').map(([tool]) => tool)).not.toContain(
    'create_event',
  );
  expect(say('call Ana tomorrow and ask about friday').kind).toBe('calls');
});

test("'and so is' completes both", () => {
  const complete = ['tax', 'soap'].map((taskId) => ({ tool: 'complete_task', input: { taskId } }));
  expect(say('the tax return is done and so is soap').calls).toEqual(complete);
  const home = { ...data, tasks: [...data.tasks, task('call', 'Call the plumber')] };
  expect(say('call the plumber is finished, and so is the tax return', home).calls).toEqual(
    ['call', 'tax'].map((taskId) => ({ tool: 'complete_task', input: { taskId } })),
  );
});

describe('a reply is true', () => {
  test('when only what is excepted is there', () => {
    expect(say('clear tomorrow, except the budget review and the design review').reply).toBe(
      'There is nothing else in your calendar on Tue, 17 Nov 2026. Nothing was changed.',
    );
  });

  test('about a night between two full days', () => {
    const full = { ...data, events: [...data.events, event('brunch', 'Brunch', '21T11:00', [])] };
    expect(say("what's on from 11pm friday to 1am saturday", full).reply).toBe(
      'Nothing from Fri, 20 Nov 2026, 23:00 to Sat, 21 Nov 2026, 01:00 (UTC).',
    );
  });
});

test('a routine on one day and every week is two tasks', () => {
  expect(listCalls('vacuum the office on friday and every monday')).toMatchObject([
    ['create_task', { title: 'Vacuum the office', dueOn: '2026-11-20' }],
    ['create_task', { title: 'Vacuum the office', recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO' }],
  ]);
});

test('one chore on two days is two tasks', () => {
  expect(listCalls('clean the kitchen tomorrow and the bathroom on friday')).toMatchObject([
    ['create_task', { title: 'Clean the kitchen', dueOn: '2026-11-17' }],
    ['create_task', { title: 'Clean the bathroom', dueOn: '2026-11-20' }],
  ]);
});

test('a task that is done and a new one', () => {
  expect(listCalls('mark the tax return done, also renew the car insurance')).toMatchObject([
    ['complete_task', { taskId: 'tax' }],
    ['create_task', { title: 'Renew the car insurance' }],
  ]);
});

test.each([
  ['add meeting at 13pm tomorrow', 'Meeting', '2026-11-17T13:00:00.000Z'],
  ['call at 15:30pm tomorrow', 'Call', '2026-11-17T15:30:00.000Z'],
  ['add dentist at 4.15pm tomorrow', 'Dentist', '2026-11-17T16:15:00.000Z'],
])('%s', (text, title, startsAt) => {
  const [call] = listCalls(text);
  expect(call).toMatchObject(['create_event', { title, startsAt }]);
  expect(call?.[1]).not.toHaveProperty('location');
});

test('a reminder before something that is not named asks before what', () => {
  const answer = say('remind me to revise the night before');
  expect(answer.calls).toEqual([]);
  expect(answer.reply).toContain('Before what?');
});

test('a time before another one is asked for, and nothing moves', () => {
  const { calls, reply } = say('move lunch to before 9');
  expect([calls, reply]).toEqual([[], "Nothing was changed. Say the time itself: 'Move the gym to 8'."]);
});

test.each([
  [
    'stocktake sunday evening 2h',
    'create_event',
    { startsAt: '2026-11-22T18:00:00.000Z', endsAt: '2026-11-22T20:00:00.000Z' },
  ],
  ['essay friday 3h', 'create_task', { title: 'Essay', dueOn: '2026-11-20', durationMinutes: 180 }],
  ['essay friday 2 hours', 'create_task', { title: 'Essay', dueOn: '2026-11-20', durationMinutes: 120 }],
])('a length is no time: %s', (text, tool, input) => expect(listCalls(text)).toMatchObject([[tool, input]]));
