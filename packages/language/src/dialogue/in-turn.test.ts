import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { ana, at, data, event, lee, listCalls, withSync } from './everyday-fixtures.ts';
import { type DialogueState, NEW_DIALOGUE } from './state.ts';

/** The answer to the last of some messages, while what is drafted waits. */
function talk(messages: readonly string[], calendar: DialogueData = data) {
  let answer = converse(messages[0] ?? '', calendar, NEW_DIALOGUE);
  for (const message of messages.slice(1)) answer = converse(message, calendar, answer.state);
  return answer;
}

const listCallsIn = (calendar: DialogueData, text: string) => converse(text, calendar, NEW_DIALOGUE).calls;

const weekly = withSync(['19', '26']);

describe('a time that is said again', () => {
  test.each([
    ['lunch at four no wait five pm', '2026-11-16T17:00:00.000Z'],
    ['lunch tomorrow at 4, no wait, 5pm', '2026-11-17T17:00:00.000Z'],
    ['lunch on friday, sorry, saturday at 1', '2026-11-21T13:00:00.000Z'],
  ])('%s', (text, startsAt) => {
    expect(listCalls(text)).toMatchObject([['create_event', { title: 'Lunch', startsAt }]]);
  });
});

describe('several things in one line', () => {
  test('become one event for each name and time', () => {
    expect(listCalls('dentist for Mia and Ben thursday 3 and 3:30')).toMatchObject([
      ['create_event', { title: 'Dentist for Mia', startsAt: '2026-11-19T15:00:00.000Z' }],
      ['create_event', { title: 'Dentist for Ben', startsAt: '2026-11-19T15:30:00.000Z' }],
    ]);
    expect(listCalls('meeting with Lee on monday at ten and also one with Ana at eleven')).toMatchObject([
      ['create_event', { title: 'Meeting with Lee', startsAt: '2026-11-23T10:00:00.000Z' }],
      ['create_event', { title: 'Meeting with Ana', startsAt: '2026-11-23T11:00:00.000Z' }],
    ]);
  });

  test.each([
    'schedule writing every day from 2 to 4 this week',
    'block off 2 to 4 every day this week for writing',
  ])('%s ends with the week', (text) => {
    expect(listCalls(text)).toMatchObject([
      [
        'create_event',
        {
          title: 'Writing',
          startsAt: '2026-11-16T14:00:00.000Z',
          recurrenceRule: 'FREQ=DAILY;UNTIL=20261122T235959Z',
        },
      ],
    ]);
  });

  test('a routine that begins next week has no end', () => {
    expect(listCalls('standup every day at 9 starting next week')).toMatchObject([
      ['create_event', { recurrenceRule: 'FREQ=DAILY', startsAt: '2026-11-23T09:00:00.000Z' }],
    ]);
  });
});

describe('a series until an event', () => {
  const calendar = { ...data, events: [...data.events, event('exam', 'Chemistry exam', '27T09:00', [])] };

  test.each(['study 2 hours every day until the exam', 'study 2 hours every day until the exam on the 27th'])(
    '%s ends on its day',
    (text) => {
      expect(converse(text, calendar, NEW_DIALOGUE).calls).toMatchObject([
        { tool: 'create_task', input: { title: 'Study', recurrenceRule: 'FREQ=DAILY;UNTIL=20261127' } },
      ]);
    },
  );

  test('asks for a date where none is known', () => {
    expect(converse('study 2 hours every day until the exam', data, NEW_DIALOGUE)).toMatchObject({
      calls: [],
      isRefusal: true,
      reply: expect.stringContaining('I do not know when that ends'),
    });
  });
});

describe('free times that were shown', () => {
  test.each([
    [['when am I free on wednesday afternoon', 'book it for a haircut'], '2026-11-18T12:00:00.000Z'],
    [['when am I free tomorrow', 'not the first, the third one for a haircut'], '2026-11-17T15:00:00.000Z'],
    [['when am I free on wednesday', "let's do 3:30 for a haircut"], '2026-11-18T15:30:00.000Z'],
    [['when am I free on wednesday', '11 works for a haircut'], '2026-11-18T11:00:00.000Z'],
  ])('%j', (messages, startsAt) => {
    expect(talk(messages).calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Haircut', startsAt } },
    ]);
  });

  test('of a day with several ask which one, and keep what it is for', () => {
    const shown = talk(['when am I free tomorrow', 'book a haircut then']);
    expect(shown).toMatchObject({ kind: 'question', calls: [] });
    expect(shown.choices.map(({ text }) => text)).toEqual([
      'book the first one for a haircut',
      'book the second one for a haircut',
      'book the third one for a haircut',
    ]);
    expect(converse('the second', data, shown.state).calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Haircut', startsAt: '2026-11-17T11:00:00.000Z' } },
    ]);
  });

  test('to meet somebody are with them', () => {
    expect(talk(['when could I meet Lee on wednesday', 'wednesday works']).calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Meeting with Lee', attendees: [lee] } },
    ]);
  });

  test('a day that was not shown is asked for', () => {
    const { kind, reply } = talk(['when am I free tomorrow', 'thursday works']);
    expect(kind).toBe('answer');
    expect(reply).toContain('Thu, 19 Nov 2026');
  });
});

describe('somebody cannot come', () => {
  test.each([
    ["I can't make the design review tomorrow", 'decline it', 'answer_invitation'],
    ["Lee can't make the design review", 'remove Lee from it', 'update_event'],
    ["Lee can't come", 'cancel it', 'delete_event'],
  ])('%s', (text, answer, tool) => {
    const asked = converse(text, data, NEW_DIALOGUE);
    expect(asked).toMatchObject({ kind: 'question', calls: [], events: [{ eventId: 'design' }] });
    expect(asked.choices.map((choice) => choice.text)).toContain(answer);
    expect(converse(answer, data, asked.state).calls).toMatchObject([{ tool, input: { eventId: 'design' } }]);
  });

  test('private events are drafted for cancellation', () => {
    expect(listCalls("I can't make lunch")).toEqual([['delete_event', { eventId: 'lunch' }]]);
  });

  test('a draft is moved', () => {
    expect(talk(['lunch with Lee friday noon', "Lee can't make it, thursday instead"])).toMatchObject({
      calls: [{ tool: 'create_event', input: { startsAt: '2026-11-19T12:00:00.000Z' } }],
      replacesDraft: true,
    });
  });
});

describe('a draft', () => {
  test('of one occurrence becomes one of all', () => {
    expect(talk(['cancel the sync', 'actually all of them'], weekly)).toMatchObject({
      calls: [{ tool: 'delete_event', input: { eventId: 'sync', scope: 'following' } }],
      replacesDraft: true,
    });
    expect(talk(['cancel lunch', 'actually all of them'])).toMatchObject({ calls: [] });
  });

  test('loses a guest', () => {
    expect(talk(['lunch with Lee friday noon', 'add Ana too', 'actually not Ana']).calls).toMatchObject([
      { tool: 'create_event', input: { attendees: [lee] } },
    ]);
  });
});

describe('a list that was shown', () => {
  test('counts its own first one', () => {
    expect(talk(["what's on tomorrow", 'move the first to friday']).calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'budget', startsAt: '2026-11-20T10:00:00.000Z' } },
    ]);
    expect(
      talk(["what's on tomorrow", 'cancel the second one', 'and the first']).calls.map(
        ({ input }) => input.eventId,
      ),
    ).toEqual(['design', 'budget']);
  });
});

describe('a task that was mentioned', () => {
  const mentioned: DialogueState = { ...NEW_DIALOGUE, mentions: [{ kind: 'task', id: 'tax' }] };

  test.each([
    ['plan it', { tool: 'plan', input: {} }],
    ['do it friday', { tool: 'update_task', input: { taskId: 'tax', dueOn: '2026-11-20', dueAt: null } }],
    ['make it 3 hours', { tool: 'update_task', input: { taskId: 'tax', durationMinutes: 180 } }],
  ])('%s', (text, call) => {
    expect(converse(text, data, mentioned).calls).toEqual([call]);
  });
});

test('the events after the mentioned one are moved', () => {
  expect(talk(["what's on tomorrow", 'move everything after it to friday']).calls).toMatchObject([
    { tool: 'update_event', input: { eventId: 'design', startsAt: '2026-11-20T14:00:00.000Z' } },
  ]);
});

describe('a series', () => {
  test('moves each occurrence within its week', () => {
    expect(converse('move the first two syncs to friday', weekly, NEW_DIALOGUE).calls).toMatchObject([
      { input: { recurrenceId: '20261119', startsAt: '2026-11-20T11:00:00.000Z' } },
      { input: { recurrenceId: '20261126', startsAt: '2026-11-27T11:00:00.000Z' } },
    ]);
  });

  test('repeats differently', () => {
    expect(converse('sync every two weeks instead', weekly, NEW_DIALOGUE).calls).toEqual([
      { tool: 'update_event', input: { eventId: 'sync', recurrenceRule: 'FREQ=WEEKLY;INTERVAL=2' } },
    ]);
  });
});

describe('names that say a part of the day', () => {
  test.each([
    ['night shift friday 10pm to 6am', 'Night shift'],
    ['late shift on friday at 2pm', 'Late shift'],
    ['morning run tomorrow at 7', 'Morning run'],
  ])('%s', (text, title) => {
    expect(listCalls(text)).toMatchObject([['create_event', { title }]]);
  });
});

describe('a question about the conversation or a date', () => {
  test.each([
    [['when is christmas'], 'Fri, 25 Dec 2026.'],
    [['what day is the 25th'], 'Wed, 25 Nov 2026.'],
    [["what's the date today"], 'Today is Mon, 16 Nov 2026.'],
    [
      ['move lunch to 1', 'what did you just do'],
      "'move lunch to 1' waits for Apply. Nothing was changed yet.",
    ],
    [['what did you just do'], 'Nothing was changed by the last message.'],
    [["I'm sick today"], 'Get well soon. Nothing was changed.'],
    [['email Ana about the budget'], 'I cannot send messages to people.'],
  ])('%j', (messages, reply) => {
    const answer = talk(messages);
    expect(answer.kind).toBe('answer');
    expect(answer.reply).toContain(reply);
  });

  test('an event that is called like a holiday is found', () => {
    const calendar = { ...data, events: [...data.events, event('x', 'Thanksgiving dinner', '26T18:00', [])] };
    expect(converse('when is thanksgiving dinner', calendar, NEW_DIALOGUE).reply).toContain('18:00');
  });

  test('the last change is named', () => {
    const { state } = converse('move lunch to 1', data, NEW_DIALOGUE);
    expect(converse('what did you just do', data, { ...state, draft: null }).reply).toBe(
      "The last change was 'move lunch to 1'. Say 'undo' to reverse it.",
    );
  });
});

describe('lists, and items that do not exist', () => {
  test.each([
    ['list all tasks due this week', 'No open task is due from Mon, 16 Nov 2026 to Sun, 22 Nov 2026.'],
    ['show tasks due tomorrow', 'No open task is due on Tue, 17 Nov 2026.'],
    ['turn off email reminders', 'is set in Preferences'],
    ['stop all reminders', 'is set in Preferences'],
    ['redo', 'I cannot redo what was undone.'],
    ['start over', "Press 'New chat'"],
    ['prepare me for tomorrow', "'Budget review'"],
  ])('%s', (text, reply) => {
    const answer = converse(text, data, NEW_DIALOGUE);
    expect(answer.calls).toEqual([]);
    expect(answer.reply).toContain(reply);
  });

  test('a list of chores is one task each, and a date belongs to its task', () => {
    expect(listCalls('to do: clean the oven, wash the car').map(([, { title }]) => title)).toEqual([
      'Clean the oven',
      'Wash the car',
    ]);
    expect(listCalls('todo: call Bo, tomorrow at 5')).toMatchObject([['create_task', { title: 'Call Bo' }]]);
  });

  test('the end of a period is its last day', () => {
    expect(listCalls('I need to renew my passport before the end of the year')).toMatchObject([
      ['create_task', { title: 'Renew my passport', dueOn: '2026-12-31' }],
    ]);
  });

  test('two times are proposed to somebody', () => {
    expect(listCalls('propose a meeting with Ana on wednesday at 2 or friday at 10')).toMatchObject([
      ['create_meeting_request', { times: ['2026-11-18T14:00:00.000Z', '2026-11-20T10:00:00.000Z'] }],
    ]);
  });
});

describe('a change of a series in a period', () => {
  const sync = { ...withSync(['17', '19', '26']), now: at('16T08:00') };
  const list = (text: string) => listCallsIn(sync, text);

  test('is one of each time in it', () => {
    const both = ['20261117', '20261119'];
    expect(list('make the sync an hour earlier this week').map(({ input }) => input['recurrenceId'])).toEqual(
      both,
    );
    expect(list('move the sync to 10 this week').map(({ input }) => input['startsAt'])).toEqual([
      '2026-11-17T10:00:00.000Z',
      '2026-11-19T10:00:00.000Z',
    ]);
  });

  test('to another day is one of the next time', () => {
    expect(list('move the sync this week to friday')).toHaveLength(1);
  });
});

test('a reminder of something to do before an event is at its time', () => {
  const said = 'flight on the 27th at 6am, remind me to check in 24 hours before';
  expect(listCalls(said)).toMatchObject([
    ['create_event', { title: 'Flight', startsAt: '2026-11-27T06:00:00.000Z' }],
    ['create_task', { title: 'Check in', dueAt: '2026-11-26T06:00:00Z' }],
  ]);
});

describe('a drafted meeting request', () => {
  const asking = 'propose a meeting with Ana on wednesday at 2 or friday at 10';
  const draft = (...more: readonly string[]) => talk([asking, ...more]).calls[0];
  const days = ['2026-11-18T14:00:00.000Z', '2026-11-20T10:00:00.000Z'];

  test('gets another length, and keeps its times', () => {
    expect(draft('make it an hour')).toMatchObject({ input: { durationMinutes: 60, times: days } });
  });

  test('gets and loses people', () => {
    expect(draft('add Lee')).toMatchObject({ input: { attendees: [ana, lee], times: days } });
    expect(draft('add Lee', 'without Ana')).toMatchObject({ input: { attendees: [lee], times: days } });
  });

  test('gets another time instead of its times', () => {
    expect(draft('no, thursday at 3')).toMatchObject({ input: { times: ['2026-11-19T15:00:00.000Z'] } });
  });
});

test('of a draft that deletes, another day can be meant', () => {
  expect(talk(['cancel the budget review', 'not that, the design review']).calls).toMatchObject([
    { tool: 'delete_event', input: { eventId: 'design' } },
  ]);
  const two = { ...data, events: [...data.events, event('lunch-2', 'Lunch', '17T12:00', [])] };
  expect(talk(['cancel lunch today', 'not today, tomorrow'], two).calls).toMatchObject([
    { tool: 'delete_event', input: { eventId: 'lunch-2' } },
  ]);
});

describe('messages after an addition', () => {
  const add = (text: string, ...more: readonly string[]) => {
    const first = converse(text, data, NEW_DIALOGUE);
    const state: DialogueState = {
      ...first.state,
      draft: null,
      mentions: [{ kind: first.calls[0]?.tool === 'create_task' ? 'task' : 'event', ...ADDED }],
    };
    return more.reduce((answer, message) => converse(message, calendar, answer.state), { ...first, state });
  };
  const ADDED = { id: 'added', eventId: 'added', recurrenceId: null };
  const calendar: DialogueData = {
    ...data,
    events: [...data.events, { ...event('added', 'Yoga', '26T07:00', []), isRecurring: true }],
    tasks: data.tasks.slice(0, 1).map((one) => ({ ...one, id: 'added', title: 'Water the plants' })),
  };

  test.each([
    ["it's at their house", 'their house'],
    ['on zoom', 'Zoom'],
    ['it will be in Room 4', 'Room 4'],
  ])('an event gets a place: %s', (text, location) => {
    expect(add('dinner with the Smiths sunday at 1', text).calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'added', location } },
    ]);
  });

  test('the plan of a task is asked for', () => {
    expect(add('add task: mow the lawn by friday', 'when will I do that').calls).toEqual([
      { tool: 'explain_plan', input: { taskId: 'added' } },
    ]);
  });

  test('a task gets a length, a rhythm and another day', () => {
    expect(add('add water the plants', '2 hours').calls).toEqual([
      { tool: 'update_task', input: { taskId: 'added', durationMinutes: 120 } },
    ]);
    expect(add('add water the plants', 'every 3 days').calls).toEqual([
      { tool: 'update_task', input: { taskId: 'added', recurrenceRule: 'FREQ=DAILY;INTERVAL=3' } },
    ]);
  });

  test('an event is added on another day as well', () => {
    expect(add('gym tomorrow at 6pm', 'and friday').calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Gym', startsAt: '2026-11-20T18:00:00.000Z' } },
    ]);
  });

  test('a series begins later, and leaves out a day', () => {
    expect(add('yoga every thursday at 7am', 'starting next week').calls).toEqual([
      {
        tool: 'update_event',
        input: {
          eventId: 'added',
          startsAt: '2026-11-26T07:00:00.000Z',
          endsAt: '2026-11-26T08:00:00.000Z',
          timeZone: 'UTC',
        },
      },
    ]);
    expect(add('yoga every thursday at 7am', 'not on the 26th').calls).toMatchObject([
      { tool: 'delete_event', input: { eventId: 'added' } },
    ]);
  });

  test('a request of its own is no addition', () => {
    expect(listCalls('add bread to the shopping list', 'and remove milk')).toEqual([
      ['delete_task', { taskId: 'milk' }],
    ]);
  });
});

describe('a list of tasks that was shown', () => {
  test.each([
    ['delete the last one', { tool: 'delete_task', input: { taskId: 'soap' } }],
    [
      'move the first one to friday',
      { tool: 'update_task', input: { taskId: 'late', dueOn: '2026-11-20', dueAt: null } },
    ],
  ])('%s', (text, call) => {
    expect(talk(['list my tasks', text]).calls).toEqual([call]);
  });
});

describe('an answer to when', () => {
  test.each(['find a time that works', 'anytime', 'whenever I am free', 'you choose'])('%s', (text) => {
    expect(talk(['book a meeting with Lee this week', text]).calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Meeting with Lee', startsAt: '2026-11-16T09:00:00.000Z' } },
    ]);
  });
});

test('people who want to meet are answered with free times', () => {
  for (const text of ['Lee wants to meet tomorrow', 'is tomorrow good for lunch with Lee'])
    expect(converse(text, data, NEW_DIALOGUE).reply).toContain('Tue, 17 Nov 2026');
  expect(talk(['is tomorrow good for lunch with Lee', 'book it at 1']).calls).toMatchObject([
    { tool: 'create_event', input: { title: 'Lunch with Lee', startsAt: '2026-11-17T13:00:00.000Z' } },
  ]);
});

describe('everyday requests', () => {
  test.each([
    ['move the design review after lunch', [['update_event', { startsAt: '2026-11-17T13:00:00.000Z' }]]],
    ['schedule gym right after work', [['create_event', { title: 'Gym' }]]],
    [
      'set a deadline for the tax return on wednesday',
      [['update_task', { taskId: 'tax', dueOn: '2026-11-18' }]],
    ],
    ['when am I working on the tax return', [['explain_plan', { taskId: 'tax' }]]],
    ['start working on the tax return now', [['start_focus', { task: 'tax return' }]]],
    ["what's Ana's email", [['find_people', { search: 'Ana' }]]],
    [
      'schedule a 1 hour review with Ana and Lee at the earliest time that works',
      [['create_event', { title: 'Review with Ana and Lee', startsAt: '2026-11-16T09:00:00.000Z' }]],
    ],
  ] as const)('%s', (text, calls) => {
    expect(listCalls(text)).toMatchObject(calls);
    // No words of a time are a place.
    expect(JSON.stringify(listCalls(text))).not.toContain('earliest time');
  });

  test('a to-do list that is cleared takes tasks only', () => {
    for (const text of ['clear my to do list', 'empty my task list', 'delete everything on my to-do list'])
      expect(new Set(listCalls(text).map(([tool]) => tool))).toEqual(new Set(['delete_task']));
  });

  test('a series is moved or skipped by news about it', () => {
    expect(converse('the sync is off this week', weekly, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'delete_event', input: { recurrenceId: '20261119', scope: 'this' } },
    ]);
    expect(converse('sync is moving to fridays at 3', weekly, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'update_event', input: { scope: 'following', startsAt: '2026-11-20T15:00:00.000Z' } },
    ]);
  });

  test('a reminder is before the deadline of a task', () => {
    expect(
      converse(
        "remind me about the tax return the day before it's due",
        { ...data, tasks: data.tasks.map((one) => ({ ...one, dueOn: '2026-11-20' })) },
        NEW_DIALOGUE,
      ).calls,
    ).toMatchObject([{ tool: 'create_task', input: { title: 'Tax return', dueOn: '2026-11-19' } }]);
  });
});

describe('short notes', () => {
  test.each([
    [
      'christmas party dec 18 6-10pm at the office',
      [['create_event', { title: 'Christmas party', startsAt: '2026-12-18T18:00:00.000Z' }]],
    ],
    [
      'thanksgiving dinner at 6pm',
      [['create_event', { title: 'Thanksgiving dinner', startsAt: '2026-11-26T18:00:00.000Z' }]],
    ],
    [
      'dinner on christmas at 6',
      [['create_event', { title: 'Dinner', startsAt: '2026-12-25T18:00:00.000Z' }]],
    ],
    ['grocery run after work', [['create_task', { title: 'Grocery run' }]]],
    [
      'walk the dog 7am and 7pm daily',
      [
        ['create_task', { title: 'Walk the dog', dueAt: '2026-11-17T07:00:00Z' }],
        ['create_task', { title: 'Walk the dog', dueAt: '2026-11-16T19:00:00Z' }],
      ],
    ],
    [
      'tomorrow 9 breakfast, 11 design, 2 dentist',
      [
        ['create_event', { title: 'Breakfast', startsAt: '2026-11-17T09:00:00.000Z' }],
        ['create_event', { title: 'Design', startsAt: '2026-11-17T11:00:00.000Z' }],
        ['create_event', { title: 'Dentist', startsAt: '2026-11-17T14:00:00.000Z' }],
      ],
    ],
    // What was due yesterday is due today at its end.
    ['the plants are due eod', [['update_task', { taskId: 'late', dueAt: '2026-11-16T17:00:00Z' }]]],
    ['email the draft to Ana by 5', [['create_task', { title: 'Email the draft to Ana' }]]],
    ['someday learn guitar', [['create_task', { title: 'Learn guitar' }]]],
    ['project deadline march 1', [['create_task', { title: 'Project deadline', dueOn: '2027-03-01' }]]],
    ['timer 20 min', [['start_focus', { minutes: 20 }]]],
    [
      'buy milk and call mom',
      [
        ['create_task', { title: 'Buy milk' }],
        ['create_task', { title: 'Call mom' }],
      ],
    ],
    ['buy milk and eggs', [['create_task', { title: 'Buy milk and eggs' }]]],
  ] as const)('%s', (text, calls) => {
    expect(listCalls(text)).toMatchObject(calls);
    expect(listCalls(text)).toHaveLength(calls.length);
  });
});

describe('messages that somebody else wrote', () => {
  test.each([
    [
      ['write a cover letter by sunday, 2 hours'],
      [['create_task', { title: 'Write a cover letter', dueOn: '2026-11-22', durationMinutes: 120 }]],
    ],
    [
      ['task: prepare slides, 3 hours, due friday'],
      [['create_task', { title: 'Prepare slides', dueOn: '2026-11-20', durationMinutes: 180 }]],
    ],
    [
      ['add three tasks: buy paint, call the electrician and measure the windows'],
      [
        ['create_task', { title: 'Buy paint' }],
        ['create_task', { title: 'Call the electrician' }],
        ['create_task', { title: 'Measure the windows' }],
      ],
    ],
    [
      ['buy bread tomorrow and call the plumber on friday'],
      [
        ['create_task', { title: 'Buy bread', dueOn: '2026-11-17' }],
        ['create_task', { title: 'Call the plumber', dueOn: '2026-11-20' }],
      ],
    ],
    [
      ["I need to finish the report by Thursday, it'll take about 3 hours"],
      [['create_task', { title: 'Finish the report', durationMinutes: 180 }]],
    ],
    [['add the tax return to the home project'], [['update_task', { taskId: 'tax', project: 'home' }]]],
    [['date night every friday at 7'], [['create_event', { startsAt: '2026-11-20T19:00:00.000Z' }]]],
    [['standup every day at 9'], [['create_event', { startsAt: '2026-11-16T09:00:00.000Z' }]]],
    [
      ['dinner friday at 8 at our place'],
      [['create_event', { location: 'our place', startsAt: '2026-11-20T20:00:00.000Z' }]],
    ],
    [
      ['add a taxi two hours before the design review'],
      [['create_event', { title: 'Taxi', endsAt: '2026-11-17T12:00:00.000Z' }]],
    ],
    [
      ['add gym thursday morning, friday evening and saturday at 9am'],
      [
        ['create_event', { title: 'Gym' }],
        ['create_event', { title: 'Gym' }],
        ['create_event', { title: 'Gym', startsAt: '2026-11-21T09:00:00.000Z' }],
      ],
    ],
    [
      ['cancel the design review and book a haircut at 12:30 instead'],
      [
        ['delete_event', { eventId: 'design' }],
        ['create_event', { title: 'Haircut', startsAt: '2026-11-17T12:30:00.000Z' }],
      ],
    ],
    [
      ['cancel lunch and remind me to book a new one next week'],
      [
        ['delete_event', { eventId: 'lunch' }],
        ['create_task', { title: 'Book a new one' }],
      ],
    ],
    [
      ['haircut on wednesday next week at 10', 'no, thursday'],
      [['create_event', { startsAt: '2026-11-26T10:00:00.000Z' }]],
    ],
    [
      ['show my tasks', 'put the second one on thursday morning'],
      [['update_task', { taskId: 'tax', dueOn: '2026-11-19' }]],
    ],
  ] as const)('%j', (messages, calls) => {
    const answer = talk(messages);
    expect(answer.calls.map(({ tool, input }) => [tool, input])).toMatchObject(calls);
    expect(answer.calls).toHaveLength(calls.length);
  });

  test('everything of today is moved, and no other day of a series', () => {
    expect(
      converse('running late, push everything by 30 minutes', withSync(['16', '19']), NEW_DIALOGUE).calls,
    ).toMatchObject([
      { input: { recurrenceId: '20261116', scope: 'this' } },
      { input: { eventId: 'lunch' } },
    ]);
  });

  test('a one on one is found by either name', () => {
    const calendar = {
      ...data,
      events: [
        ...data.events,
        event('11', 'One on one with Ana', '19T11:00'),
        event('x', 'Sync', '19T13:00'),
      ],
    };
    for (const text of [
      'who is in the one on one',
      'when is my 1:1 with Ana',
      'when is my next one on one with Ana',
    ])
      expect(converse(text, calendar, NEW_DIALOGUE).reply).toContain("'One on one with Ana'");
    expect(converse('cancel the thursday one', calendar, NEW_DIALOGUE)).toMatchObject({ kind: 'question' });
  });

  test("others' time is not known, and a day's events are listed", () => {
    expect(converse('can Lee do thursday at 3?', data, NEW_DIALOGUE).reply).toContain(
      'I can only see your calendar',
    );
    expect(converse('what am I doing tomorrow', data, NEW_DIALOGUE).reply).toContain("'Design review'");
  });
});

describe('a series that was just added', () => {
  test('ends after some weeks', () => {
    expect(talk(['standup with Lee every friday at 9', 'for 8 weeks']).calls).toMatchObject([
      { tool: 'create_event', input: { recurrenceRule: 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20270114T235959Z' } },
    ]);
  });
});

describe('messages that once were not understood', () => {
  test.each([
    '- call Bo\n- buy stamps',
    'my to do list:\ncall Bo\nbuy stamps',
    'here is my list:\n- call Bo\n- buy stamps',
  ])('%j', (text) => {
    expect(listCalls(text).map(([tool, { title }]) => [tool, title])).toEqual([
      ['create_task', 'Call Bo'],
      ['create_task', 'Buy stamps'],
    ]);
  });

  test.each([
    ['what time is it', 'It is 08:00 on Mon, 16 Nov 2026 (UTC).'],
    ["thanks, that's all", 'You are welcome.'],
    ['anything I should know about tomorrow', "'Budget review'"],
  ])('%s', (text, reply) => {
    expect(converse(text, data, NEW_DIALOGUE).reply).toContain(reply);
  });

  test('an event that somebody cannot attend is moved, and one that is off is cancelled', () => {
    expect(listCalls("Lee can't make the design review, move it to friday")).toMatchObject([
      ['update_event', { eventId: 'design', startsAt: '2026-11-20T14:00:00.000Z' }],
    ]);
    expect(listCalls('the design review is off')).toEqual([['delete_event', { eventId: 'design' }]]);
  });
});

test('a series of every month begins on a day of its rule, and not in the past', () => {
  // 16 November is the third Monday, and it is eight already.
  expect(listCalls('retro every month on the third monday at 7am')).toMatchObject([
    ['create_event', { startsAt: '2026-12-21T07:00:00.000Z' }],
  ]);
  expect(listCalls('rent review on the 16th of every month at 7am')).toMatchObject([
    ['create_event', { startsAt: '2026-12-16T07:00:00.000Z', recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=16' }],
  ]);
});

describe('several of a list that was shown', () => {
  test.each([
    ["what's on tomorrow", 'cancel both', ['budget', 'design']],
    ["what's on tomorrow", 'move the first two to friday', ['budget', 'design']],
    ['show my tasks', 'I did the first two', ['late', 'tax']],
    ['show my tasks', 'delete the second and the fourth', ['tax', 'soap']],
  ])('%s / %s', (list, text, ids) => {
    expect(talk([list, text]).calls.map(({ input }) => input.eventId ?? input.taskId)).toEqual(ids);
  });

  test('are not guessed', () => {
    expect(talk(['show my tasks', 'delete both'])).toMatchObject({ calls: [] });
    expect(talk(['cancel the first two'])).toMatchObject({ calls: [] });
  });
});
