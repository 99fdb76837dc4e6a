import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { data, event, lee, listCalls } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** Nothing that was said is dropped, and nothing else is done than what was said. */

const [gym, friday] = [event('gym', 'Gym', '16T18:00', []), event('friday', 'Gym', '20T18:00', [])];
const withGym = (...gyms: readonly (typeof gym)[]): DialogueData => ({
  ...data,
  events: [...data.events, ...gyms],
});
const callsFor = (text: string, known: DialogueData = data) =>
  converse(text, known, NEW_DIALOGUE).calls.map(({ tool, input }) => [tool, input] as const);

describe('days', () => {
  test.each(['holiday on Thursday and Friday', 'book vacation Thursday and Friday'])(
    '%s: each of them',
    (text) => {
      expect(listCalls(text).map(([, input]) => [input['startsOn'], input['endsOn']])).toEqual([
        ['2026-11-19', '2026-11-20'],
        ['2026-11-20', '2026-11-21'],
      ]);
    },
  );

  test('a meal on two days is two', () => {
    expect(listCalls('lunch with Ana on Thursday and Friday').map(([, input]) => input['startsAt'])).toEqual([
      '2026-11-19T12:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
    ]);
  });

  test("'next' of a range of days belongs to no title", () => {
    expect(
      listCalls('working nights next Monday to Wednesday 22:00 to 6:00').map(([, input]) => [
        input['title'],
        input['startsAt'],
      ]),
    ).toEqual([
      ['Night shift', '2026-11-23T22:00:00.000Z'],
      ['Night shift', '2026-11-24T22:00:00.000Z'],
      ['Night shift', '2026-11-25T22:00:00.000Z'],
    ]);
  });

  test('nights without their hours are not guessed', () => {
    expect(converse('working nights next Monday to Wednesday', data, NEW_DIALOGUE)).toMatchObject({
      calls: [],
      isRefusal: true,
      reply: expect.stringContaining('Say the hours'),
    });
  });

  test('a day off is put into the calendar, and asks nothing', () => {
    expect(listCalls('I have a day off on Friday')).toEqual([
      ['create_event', { title: 'Day off', timeZone: 'UTC', startsOn: '2026-11-20', endsOn: '2026-11-21' }],
    ]);
  });

  test('time that is left free is blocked as time that is kept free', () => {
    expect(listCalls('leave Wednesday morning free')).toEqual(listCalls('keep Wednesday morning free'));
    expect(listCalls('leave Wednesday morning free')).toMatchObject([
      ['create_event', { title: 'Blocked time', startsAt: '2026-11-18T09:00:00.000Z' }],
    ]);
  });
});

describe('places', () => {
  test.each([
    ['dinner with Ana tomorrow 7pm at Lupa, 75 min', 'Dinner with Ana', 'Lupa', '2026-11-17T20:15:00.000Z'],
    ['coffee with Ana at the shop friday at 10', 'Coffee with Ana', 'the shop', '2026-11-20T10:30:00.000Z'],
    ['lunch tomorrow at 1 at Lupa, 75 min', 'Lunch', 'Lupa', '2026-11-17T14:15:00.000Z'],
  ])('%s', (text, title, location, endsAt) => {
    expect(listCalls(text)).toMatchObject([['create_event', { title, location, endsAt }]]);
  });

  test.each(['gym at the same time tomorrow', 'call Ana at the end of Friday'])('%s: no place', (text) => {
    expect(JSON.stringify(listCalls(text))).not.toContain('location');
  });
});

describe('pieces', () => {
  test('of a task that there is, with its deadline', () => {
    expect(listCalls('split the tax return into 2 hour pieces by Friday')).toEqual([
      ['update_task', { taskId: 'tax', isSplittable: true, maxChunkMinutes: 120 }],
      ['update_task', { taskId: 'tax', dueOn: '2026-11-20', dueAt: null }],
    ]);
  });

  test.each([
    'write essay 6 hours by Friday in 2 hour blocks',
    'add a task write essay 6 hours by Friday in 2 hour blocks',
  ])('%s', (text) => {
    expect(listCalls(text)).toEqual([
      [
        'create_task',
        {
          title: 'Write essay',
          dueOn: '2026-11-20',
          durationMinutes: 360,
          isSplittable: true,
          maxChunkMinutes: 120,
        },
      ],
    ]);
  });

  test.each(['split it in 2 hour pieces', 'in 2 hour blocks', 'do it in 2 hour blocks'])(
    '%s: of the task that was mentioned',
    (text) => {
      const state = { ...NEW_DIALOGUE, mentions: [{ kind: 'task', id: 'tax' } as const] };
      expect(converse(text, data, state).calls).toEqual([
        { tool: 'update_task', input: { taskId: 'tax', isSplittable: true, maxChunkMinutes: 120 } },
      ]);
    },
  );

  test.each(['split it in 2 hour pieces', 'in 2 hour blocks'])('%s: asks which task', (text) => {
    expect(converse(text, data, NEW_DIALOGUE)).toMatchObject({ kind: 'question', calls: [] });
  });
});

describe('changes', () => {
  test('a deadline of a task that there is', () => {
    expect(listCalls('change the tax return to due Thursday')).toEqual([
      ['update_task', { taskId: 'tax', dueOn: '2026-11-19', dueAt: null }],
    ]);
  });

  test('a deadline of a task that there is not adds none', () => {
    expect(converse('change the hotel booking to due Thursday', data, NEW_DIALOGUE)).toMatchObject({
      calls: [],
      isRefusal: true,
    });
  });

  test("'instead' before the day moves the one of that day, or else the next one", () => {
    const text = 'gym at 7:30pm instead on Friday';
    expect(callsFor(text, withGym(gym, friday))).toMatchObject([
      ['update_event', { eventId: 'friday', startsAt: '2026-11-20T19:30:00.000Z' }],
    ]);
    expect(callsFor(text, withGym(gym))).toMatchObject([
      ['update_event', { eventId: 'gym', startsAt: '2026-11-20T19:30:00.000Z' }],
    ]);
    expect(converse(text, data, NEW_DIALOGUE)).toMatchObject({ calls: [], isRefusal: true });
  });
});

test.each([
  ['read two papers a day', 'Read two papers', 'FREQ=DAILY'],
  ['two papers a day', 'Two papers', 'FREQ=DAILY'],
  ['write an article a week', 'Write an article', 'FREQ=WEEKLY'],
  ['take 2 pills a day', 'Take 2 pills', 'FREQ=DAILY'],
  ['pay 20 a month', 'Pay 20', 'FREQ=MONTHLY'],
])('%s repeats', (text, title, recurrenceRule) => {
  expect(listCalls(text)).toEqual([['create_task', { title, recurrenceRule }]]);
});

describe('answers', () => {
  const reply = (text: string, known: DialogueData = data) => converse(text, known, NEW_DIALOGUE).reply;

  test.each([
    'what do I have at 3',
    'what do I have at 1 tomorrow',
    'anything after 6pm today',
    'what is on this evening',
    "what's on from 11pm Friday to 1am Saturday",
    'what do I have after 3 next week',
    'what do I have on Friday between 2 and 4',
    'who am I meeting tomorrow at 4',
    'cancel everything today at 4',
    'how much time do I have until noon',
    'what time is it',
    'when is lunch',
    'when am I free tomorrow',
    'which afternoons are free this week',
  ])('%s: every clock time has its zone', (text) => {
    const lines = reply(text)
      .split('\n')
      .filter((line) => /\d\d:\d\d/.test(line));
    expect(lines).not.toEqual([]);
    for (const line of lines) expect(line).toMatch(/\d\d:\d\d.{0,40}\(UTC\)/);
  });

  const weekends = {
    ...data,
    hours: [...data.hours, { start: Date.parse('2026-11-23T09:00Z'), end: Date.parse('2026-11-23T17:00Z') }],
  };

  test('a free day of the weekend is one, although nobody works then', () => {
    expect(reply('which days are free this weekend', weekends)).toBe(
      'Free days:\n• Sat, 21 Nov 2026, 08:00–22:00 (UTC)\n• Sun, 22 Nov 2026, 08:00–22:00 (UTC)',
    );
    const party = event('party', 'Party', '21T15:00', []);
    const busy = [...weekends.busy, { start: party.start, end: party.end }];
    expect(reply('next free day this weekend', { ...weekends, busy })).toBe(
      'Your next free day is Sun, 22 Nov 2026, 08:00–22:00 (UTC).',
    );
  });

  test.each([
    'which day is free this week',
    'is there a day that is free this week',
    'do I have a whole day free this week',
  ])('%s: whole days', (text) => {
    expect(reply(text)).toBe(
      'Free days:\n• Wed, 18 Nov 2026, 09:00–17:00 (UTC)\n• Thu, 19 Nov 2026, 09:00–17:00 (UTC)\n• Fri, 20 Nov 2026, 09:00–17:00 (UTC)',
    );
  });

  test('a meeting that is over was, and one that there is not is said in whole words', () => {
    const over = event('over', 'Coffee with Lee', '10T10:00', [lee]);
    const known = { ...data, events: [over, ...data.events] };
    for (const text of [
      'when did I last meet Lee',
      'last time I talked to Lee',
      'when was my last meeting with Lee',
    ])
      expect(reply(text, known)).toBe("'Coffee with Lee' was on Tue, 10 Nov 2026, 10:00–11:00 (UTC).");
    expect(reply('when did I last meet Ana')).toBe('I found no earlier event with Ana in your calendar.');
    expect(reply('what was my last meeting', known)).toContain("'Coffee with Lee'");
  });

  test('an event at the time of another place', () => {
    expect(reply('what time is the design review in Tokyo')).toBe(
      "'Design review' is on Tue, 17 Nov 2026, 14:00–15:00 (UTC). That is Tue, 17 Nov 2026, 23:00–00:00 (Asia/Tokyo).",
    );
    const trip = { ...data, events: [...data.events, event('trip', 'Trip in Tokyo', '25T10:00', [])] };
    expect(reply('when is the trip in Tokyo', trip)).toBe(
      "'Trip in Tokyo' is on Wed, 25 Nov 2026, 10:00–11:00 (UTC).",
    );
  });

  test.each(['what have I got on before lunch tomorrow', "what's on before lunch tomorrow"])('%s', (text) => {
    expect(reply(text)).toContain("1 event on Tue, 17 Nov 2026, 00:00–12:00 (UTC):\n• 'Budget review'");
  });

  test.each(['what time does the flight leave', 'when does my flight take off'])('%s', (text) => {
    const flight = event('flight', 'Flight to Oslo', '19T18:00', []);
    expect(reply(text, { ...data, events: [...data.events, flight] })).toContain(
      "'Flight to Oslo' is on Thu, 19 Nov 2026, 18:00–19:00 (UTC)",
    );
    expect(reply(text)).toBe(
      "I found nothing in your calendar for 'the flight'.".replace('the', text.includes('my') ? 'my' : 'the'),
    );
  });
});

describe('several requests in one message', () => {
  test.each([
    'move the budget review to 3pm\ncancel lunch',
    '- move the budget review to 3pm\n- cancel lunch',
  ])('%j: each line is one', (text) => {
    expect(listCalls(text)).toMatchObject([
      ['update_event', { eventId: 'budget', startsAt: '2026-11-17T15:00:00.000Z' }],
      ['delete_event', { eventId: 'lunch' }],
    ]);
  });

  test.each(['call mom\nbuy milk\npay rent', '- book flights\n- cancel the gym contract\n- move house'])(
    '%j: things to do are tasks',
    (text) => {
      expect(listCalls(text).map(([tool]) => tool)).toEqual(['create_task', 'create_task', 'create_task']);
    },
  );

  test('lines of several kinds', () => {
    expect(listCalls('buy stamps\nlunch with Ana tomorrow at 1')).toMatchObject([
      ['create_task', { title: 'Buy stamps' }],
      ['create_event', { title: 'Lunch with Ana', startsAt: '2026-11-17T13:00:00.000Z' }],
    ]);
    expect(listCalls('lunch with Ana\ntomorrow at 1')).toMatchObject([
      ['create_event', { title: 'Lunch with Ana', startsAt: '2026-11-17T13:00:00.000Z' }],
    ]);
    expect(listCalls('shopping:\nmilk\neggs')).toEqual([
      ['create_task', { title: 'Milk', project: 'shopping' }],
      ['create_task', { title: 'Eggs', project: 'shopping' }],
    ]);
  });

  test('a line that is not understood stops all of them', () => {
    expect(converse('cancel lunch\nfind the meaning of life', data, NEW_DIALOGUE)).toMatchObject({
      calls: [],
    });
  });

  test.each(['add milk, eggs and call mom at 5', 'buy milk, eggs and call mom at 5pm'])(
    '%s: the time is that of the call',
    (text) => {
      const [things, call, ...others] = listCalls(text);
      expect(others).toEqual([]);
      expect(things).toEqual(['create_task', { title: expect.stringMatching(/^(?:Buy m|M)ilk, eggs$/) }]);
      expect(call).toMatchObject([
        'create_task',
        { title: 'Call mom', takesPlaceAt: '2026-11-16T17:00:00Z' },
      ]);
    },
  );

  const drafted = (text: string) => {
    const answer = converse(text, data, NEW_DIALOGUE);
    expect(answer.calls).toHaveLength(1);
    return answer.state;
  };

  test.each([
    'yes and cancel lunch',
    'ok, and also cancel lunch',
    'and also cancel lunch',
    'apply that and cancel lunch',
  ])('%s: waits with what is drafted', (text) => {
    expect(converse(text, data, drafted('cancel the design review')).calls).toMatchObject([
      { tool: 'delete_event', input: { eventId: 'design' } },
      { tool: 'delete_event', input: { eventId: 'lunch' } },
    ]);
  });

  test('yes with nothing that waits', () => {
    expect(listCalls('yes and cancel lunch')).toMatchObject([['delete_event', { eventId: 'lunch' }]]);
  });
});

describe('words that are hard to read', () => {
  test.each(['add task \u200b\u200b', 'add a task \u2060', '\ufeffadd task'])(
    '%j: asks for the title',
    (text) => {
      expect(converse(text, data, NEW_DIALOGUE)).toMatchObject({ kind: 'question', calls: [] });
    },
  );

  test.each([
    ['cna you ad a cal with lee tomorow at 4', 'Call with Lee', '2026-11-17T16:00:00.000Z'],
    ['ad a meeting with Lee tomorrow at 4', 'Meeting with Lee', '2026-11-17T16:00:00.000Z'],
    ['add ad review tomorrow at 4', 'Ad review', '2026-11-17T16:00:00.000Z'],
  ])('%s', (text, title, startsAt) => {
    expect(listCalls(text)).toMatchObject([['create_event', { title, startsAt }]]);
  });

  test('mov the budget review to wensday', () => {
    expect(listCalls('mov the budget review to wensday')).toMatchObject([
      ['update_event', { eventId: 'budget', startsAt: '2026-11-18T10:00:00.000Z' }],
    ]);
  });
});

describe('ordinary requests', () => {
  test.each([
    ['running 15 late, push the budget review', '2026-11-17T10:15:00.000Z'],
    ["I'm running 10 minutes late, so push the budget review", '2026-11-17T10:10:00.000Z'],
    ['move the budget review to sometime after 4', '2026-11-17T16:00:00.000Z'],
  ])('%s', (text, startsAt) => {
    expect(listCalls(text)).toMatchObject([['update_event', { eventId: 'budget', startsAt }]]);
  });

  test.each([
    'not next week, the week after',
    'not next week but the week after',
    'no, not next week, the one after',
  ])('the week after next week: %s', (correction) => {
    expect(listCalls('move the budget review to next week', correction)).toMatchObject([
      ['update_event', { eventId: 'budget', startsAt: '2026-12-01T10:00:00.000Z' }],
    ]);
  });

  test('work with its length and its weight', () => {
    expect(listCalls('order stock by Thursday noon, takes 45 mins, important')).toEqual([
      [
        'create_task',
        { title: 'Order stock', dueAt: '2026-11-19T12:00:00Z', durationMinutes: 45, priority: 1 },
      ],
    ]);
  });

  test.each(['what changed today', 'what has changed since yesterday', 'what did you change this week'])(
    '%s',
    (text) => {
      expect(converse(text, data, NEW_DIALOGUE)).toMatchObject({
        kind: 'answer',
        reply: expect.stringContaining('I know only what this conversation changed.'),
      });
    },
  );
});
