import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { at, data, event, task } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** What a nurse on shifts and the owner of an agency with clients elsewhere say. */

const jess = { name: 'Jess Hall', email: 'jess@example.org' };
const hiro = { name: 'Hiro Abe', email: 'hiro@example.org' };
const work: DialogueData = {
  ...data,
  people: [...data.people, jess, hiro],
  events: [
    event('pitch', 'Pitch rehearsal', '17T11:00'),
    { ...event('night', 'Night shift', '17T19:00', []), end: at('17T19:00') + 12 * HOUR_MS },
    event('coffee', 'Coffee with Jess', '18T10:00', [jess]),
    event('invoices', 'Invoice review', '20T10:00', []),
    event('haircut', 'Haircut', '21T11:00', []),
    event('mom', 'Dinner with Mom', '22T18:00', []),
    event('club', 'Book club', '26T19:30', [jess]),
  ],
  tasks: [task('deck', 'Prepare pitch deck'), task('proposal', 'Send proposal to Northwind')],
};

const say = (text: string, before = NEW_DIALOGUE) => converse(text, work, before);
const calls = (text: string) => say(text).calls.map(({ tool, input }) => [tool, input] as const);
const talk = (...texts: readonly string[]) => {
  let answer = say(texts[0] ?? '');
  for (const text of texts.slice(1)) answer = say(text, answer.state);
  return answer;
};

describe('shifts', () => {
  test("'working days' with days is a day shift on each of them, and no rule for weekdays", () => {
    expect(calls("I'm working days this saturday and sunday 7-7")).toMatchObject([
      [
        'create_event',
        { title: 'Day shift', startsAt: '2026-11-21T07:00:00.000Z', endsAt: '2026-11-21T19:00:00.000Z' },
      ],
      [
        'create_event',
        { title: 'Day shift', startsAt: '2026-11-22T07:00:00.000Z', endsAt: '2026-11-22T19:00:00.000Z' },
      ],
    ]);
  });

  test('nights are shifts, with hours in short', () => {
    expect(calls("I'm on nights friday 7p-7a")).toMatchObject([
      ['create_event', { title: 'Night shift', startsAt: '2026-11-20T19:00:00.000Z' }],
    ]);
  });

  test('somebody is put down for one', () => {
    expect(calls('put me down for a night shift thursday the 26th 7pm to 7am')).toMatchObject([
      [
        'create_event',
        { title: 'Night shift', startsAt: '2026-11-26T19:00:00.000Z', endsAt: '2026-11-27T07:00:00.000Z' },
      ],
    ]);
  });

  test('what follows one keeps its name', () => {
    expect(calls('block 8am to 2pm friday for sleep after night shift')).toMatchObject([
      ['create_event', { title: 'Sleep after night shift' }],
    ]);
  });

  test('a pronoun is no title', () => {
    expect(say("I'm saturday 7-7").calls).toEqual([]);
  });

  test('the time before one is asked about', () => {
    expect(say('can I fit a workout in before my shift tomorrow').reply).toContain('Tue, 17 Nov 2026');
  });

  test('a day that somebody is off is not guessed', () => {
    expect(say("date night with Jess the first saturday I'm off")).toMatchObject({
      calls: [],
      reply: expect.stringContaining('Which days you are off'),
    });
  });
});

describe('a day with a family', () => {
  test('an amount a week is work that repeats, and no event of a week', () => {
    expect(calls('save 100 a week')).toEqual([
      ['create_task', { title: 'Save 100', recurrenceRule: 'FREQ=WEEKLY' }],
    ]);
    expect(calls('save 12-1 on friday for lunch')).toMatchObject([['create_event', { title: 'Lunch' }]]);
  });

  test.each(['add gym before lunch tomorrow', 'add gym tomorrow before lunch'])('%s', (text) => {
    const [first] = calls(text);
    expect(first).toMatchObject(['create_event', { title: 'Gym' }]);
    expect(String(first?.[1].endsAt) <= '2026-11-17T12:00:00.000Z').toBe(true);
  });

  test('several days without a time are asked about together', () => {
    const asked = say('soccer practice on Tuesday and Thursday');
    expect(asked).toMatchObject({
      kind: 'question',
      reply: "What time is 'Soccer practice' on Tue, 17 Nov 2026 and Thu, 19 Nov 2026?",
      choices: [],
    });
    expect(say('5pm', asked.state).calls).toMatchObject([
      { input: { startsAt: '2026-11-17T17:00:00.000Z' } },
      { input: { startsAt: '2026-11-19T17:00:00.000Z' } },
    ]);
  });

  test('two ways on one day are two events, and without a day a question', () => {
    expect(calls('drop car off tomorrow 8am pick up 5pm')).toMatchObject([
      ['create_event', { title: 'drop off car', startsAt: '2026-11-17T08:00:00.000Z' }],
      ['create_event', { title: 'pick up car', startsAt: '2026-11-17T17:00:00.000Z' }],
    ]);
    expect(say('drop car off 8am pick up 5pm')).toMatchObject({ kind: 'question', calls: [] });
  });

  test('a reason before a question is no part of it', () => {
    const { reply } = say("school's closed wednesday, what have I got on that day");
    expect(reply).not.toContain('found nothing');
    expect(say("school's closed wednesday, what have I got on that day").events).toMatchObject([
      { eventId: 'coffee' },
    ]);
  });

  test('a message to several people is refused as such', () => {
    expect(say("tell Jess and Ana I'm running 10 minutes late").reply).toContain('I cannot send messages');
  });
});

describe('what is said about an event that is there changes it', () => {
  test.each([
    ['book club is at my house this time', { eventId: 'club', location: 'my house' }],
    ['pitch rehearsal is now virtual', { eventId: 'pitch', location: 'virtual' }],
    ['dinner with mom needs to be an hour earlier', { eventId: 'mom', startsAt: '2026-11-22T17:00:00.000Z' }],
    ['invoice review can wait til next week', { eventId: 'invoices', startsAt: '2026-11-27T10:00:00.000Z' }],
    ['coffee with Jess: 1pm works better', { eventId: 'coffee', startsAt: '2026-11-18T13:00:00.000Z' }],
    ['can I do coffee with jess at 11 instead', { eventId: 'coffee', startsAt: '2026-11-18T11:00:00.000Z' }],
  ])('%s', (text, input) => {
    expect(calls(text)).toMatchObject([['update_event', input]]);
  });

  test.each(['mom is at the hospital', 'Jess is at home', 'Ana is now online'])(
    'and nothing about a person: %s',
    (text) => {
      expect(say(text).calls).toEqual([]);
    },
  );

  test('its name alone asks when it is, and what follows is about it', () => {
    expect(say('haircut').events).toMatchObject([{ eventId: 'haircut' }]);
    expect(talk('haircut', 'move it to 12').calls).toMatchObject([
      { input: { eventId: 'haircut', startsAt: '2026-11-21T12:00:00.000Z' } },
    ]);
  });
});

describe('an answer to a draft', () => {
  test.each(['make it 11', '11am is fine', '11am works for me'])('keeps its day: %s', (text) => {
    expect(talk('move coffee with Jess to saturday', text).calls).toMatchObject([
      { input: { eventId: 'coffee', startsAt: '2026-11-21T11:00:00.000Z' } },
    ]);
  });
});

describe('clients and other zones', () => {
  test.each([
    ['book 30 min with Hiro thursday 9am tokyo time', '2026-11-19T00:00:00.000Z'],
    ['schedule a call with Ana tomorrow at 9pm pacific', '2026-11-18T05:00:00.000Z'],
  ])('a time elsewhere may be on another day here: %s', (text, startsAt) => {
    expect(calls(text)).toMatchObject([['create_event', { startsAt }]]);
  });

  test('an event is moved to a time elsewhere', () => {
    expect(calls('move the pitch rehearsal to 9am tokyo time wednesday')).toMatchObject([
      ['update_event', { eventId: 'pitch', startsAt: '2026-11-18T00:00:00.000Z' }],
    ]);
  });

  test("'2' answers 'What time?'", () => {
    const slots = talk('meeting with Ana thursday', '2');
    expect(slots.calls).toMatchObject([{ input: { startsAt: '2026-11-19T14:00:00.000Z' } }]);
  });

  test('who cannot come needs another time than the one there is', () => {
    const [first] = calls("Ana can't make pitch rehearsal, find another slot tomorrow");
    expect(first).toMatchObject(['update_event', { eventId: 'pitch' }]);
    expect(Date.parse(String(first?.[1].startsAt)) - at('17T11:00')).not.toBe(0);
    expect(Math.abs(Date.parse(String(first?.[1].startsAt)) - at('17T12:00'))).toBeLessThan(DAY_MS / 2);
  });

  test('work before an event is due when that begins', () => {
    expect(calls('I need 3 hours for the pitch deck before the rehearsal')).toMatchObject([
      ['update_task', { taskId: 'deck', durationMinutes: 180, dueAt: '2026-11-17T11:00:00Z' }],
    ]);
  });

  test('what went out is done, and the parts of a task are its subtasks', () => {
    expect(calls('the proposal for northwind went out')).toEqual([['complete_task', { taskId: 'proposal' }]]);
    expect(calls('split the pitch deck into 3 tasks: story, design, numbers')).toMatchObject([
      ['update_task', { taskId: 'deck', addSubtasks: ['story', 'design', 'numbers'] }],
    ]);
  });

  test("somebody 'from' somewhere is one person", () => {
    expect(calls('lunch tomorrow with someone from northwind')).toMatchObject([
      ['create_event', { title: 'Lunch with someone from northwind' }],
    ]);
  });

  test.each([
    ['send Ana the agenda', 'I cannot send messages'],
    ['reply to Ana that 7pm works', 'I cannot send messages'],
    ['assign the pitch deck to Ana', 'I cannot assign them'],
    ['put a 15 minute buffer after every client call', 'Breaks are kept around all meetings'],
    ['move all my overdue tasks to tomorrow', 'You have no overdue tasks.'],
  ])('what cannot be done is said so: %s', (text, reply) => {
    expect(say(text)).toMatchObject({ calls: [], reply: expect.stringContaining(reply) });
  });
});
