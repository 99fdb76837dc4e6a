import { HOUR_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { ana, at, data, event, lee, listCalls, NOW, task, withSync } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

const reply = (text: string, about: DialogueData = data) => converse(text, about, NEW_DIALOGUE).reply;

describe('the answers of guests', () => {
  const invited: DialogueData = {
    ...data,
    events: [
      event('standup', 'Standup', '16T10:00', []),
      {
        ...event('launch', 'Launch', '18T10:00'),
        attendees: [
          { ...ana, status: 'accepted' },
          { ...lee, status: 'needsAction' },
        ],
      },
      { ...event('party', 'Party', '20T18:00'), attendees: [{ ...ana, status: 'declined' }] },
    ],
  };
  const LAUNCH = "'Launch' (Wed, 18 Nov 2026, 10:00–11:00 (UTC))";

  test.each([
    ['did Ana accept the launch?', `${LAUNCH}: Ana Silva has accepted.`],
    ['has Lee answered yet?', `${LAUNCH}: Lee Chan has not answered yet.`],
    ['has everyone accepted the launch', `${LAUNCH}: Ana Silva has accepted; Lee Chan has not answered yet.`],
    ["who hasn't answered the launch", `${LAUNCH}: Ana Silva has accepted; Lee Chan has not answered yet.`],
    ['is Ana coming to the party?', "'Party' (Fri, 20 Nov 2026, 18:00–19:00 (UTC)): Ana Silva has declined."],
    ['is Lee coming to the party?', "Lee is not invited to 'Party' (Fri, 20 Nov 2026, 18:00–19:00 (UTC))."],
    [
      'did everyone accept the standup',
      "Nobody is invited to 'Standup' (Mon, 16 Nov 2026, 10:00–11:00 (UTC)).",
    ],
  ])('%s', (text, said) => expect(reply(text, invited)).toBe(said));

  test('a draft says whom it would invite', () => {
    const draft = converse('lunch with Lee tomorrow at 1', data, NEW_DIALOGUE);
    expect(converse('who is invited?', data, draft.state)).toMatchObject({
      reply: 'The draft invites Lee.',
      state: { draft: draft.state.draft },
    });
    expect(converse('send it', data, draft.state).kind).toBe('apply');
  });
});

describe('free parts of days', () => {
  const busy = (time: string) => ({ start: at(time), end: at(time) + HOUR_MS });
  const filled: DialogueData = { ...data, busy: [busy('16T14:00'), busy('17T16:00'), busy('18T09:00')] };

  test.each([
    ['when is my next free afternoon', 'Your next free afternoon is Wed, 18 Nov 2026, 12:00–17:00 (UTC).'],
    ['next free morning', 'Your next free morning is Mon, 16 Nov 2026, 09:00–12:00 (UTC).'],
    ["what's my first completely free day", 'Your next free day is Thu, 19 Nov 2026, 09:00–17:00 (UTC).'],
    ['next free evening?', 'Your next free evening is Mon, 16 Nov 2026, 18:00–22:00 (UTC).'],
    ['next free day on Wednesday', 'I found no day that is free as a whole then.'],
    [
      'which mornings are free',
      'Free mornings:\n• Mon, 16 Nov 2026, 09:00–12:00 (UTC)\n• Tue, 17 Nov 2026, 09:00–12:00 (UTC)\n• Thu, 19 Nov 2026, 09:00–12:00 (UTC)\n• Fri, 20 Nov 2026, 09:00–12:00 (UTC)',
    ],
    [
      'which afternoons are free on Monday',
      "No afternoon is free as a whole then. Ask 'When am I free this week?' for shorter times.",
    ],
    [
      'what days are completely free this week',
      'Free days:\n• Thu, 19 Nov 2026, 09:00–17:00 (UTC)\n• Fri, 20 Nov 2026, 09:00–17:00 (UTC)',
    ],
  ])('%s', (text, said) => expect(reply(text, filled)).toBe(said));
});

test('the longest and the shortest of the events that are meant', () => {
  const long = { ...event('offsite', 'Offsite', '18T09:00'), end: at('18T15:00') };
  const about = { ...data, events: [...data.events, long] };
  expect(reply("what's my longest meeting this week", about)).toBe(
    "The longest is 'Offsite', Wed, 18 Nov 2026, 09:00–15:00 (UTC): 6 h.",
  );
  expect(reply("what's my shortest meeting tomorrow", about)).toMatch(/^The shortest is 'Budget review'/);
});

describe('tasks', () => {
  const tasks = [
    { ...task('passport', 'Renew passport'), dueOn: '2026-11-20' },
    { ...task('rent', 'Pay rent'), dueOn: '2026-11-17' },
    { ...task('slides', 'Prepare slides'), dueOn: '2026-11-16' },
  ];
  const about: DialogueData = { ...data, tasks };
  const call = (text: string) =>
    converse(text, about, NEW_DIALOGUE).calls.map(({ tool, input }) => [tool, input]);

  test.each([
    ['passport renewed', 'passport'],
    ['the rent is paid', 'rent'],
    ['rent finally paid', 'rent'],
    ['slides prepared', 'slides'],
  ])('%s', (text, taskId) => expect(call(text)).toEqual([['complete_task', { taskId }]]));

  test.each(['passport not renewed', 'is the passport renewed', 'passport expired', 'rent paid?'])(
    "'%s' completes nothing",
    (text) => expect(call(text)).toEqual([]),
  );

  test.each([
    ['tasks for today', "1 open task:\n• 'Prepare slides', due Mon, 16 Nov 2026"],
    [
      'tasks for this week',
      "3 open tasks:\n• 'Prepare slides', due Mon, 16 Nov 2026\n• 'Pay rent', due Tue, 17 Nov 2026\n• 'Renew passport', due Fri, 20 Nov 2026",
    ],
    ['what am I forgetting', 'You have no overdue tasks.'],
  ])('%s', (text, said) => expect(reply(text, about)).toBe(said));

  test('where nothing is planned, what is due first is named', () => {
    expect(reply('what should I work on next', about)).toBe(
      "Nothing is planned then. To start with:\n• 'Prepare slides', due Mon, 16 Nov 2026\n• 'Pay rent', due Tue, 17 Nov 2026\n• 'Renew passport', due Fri, 20 Nov 2026\n'Plan my week' finds times for them.",
    );
    const planned = {
      ...about,
      tasks: [{ ...tasks[0]!, planned: { start: at('16T10:00'), end: at('16T11:00') } }],
    };
    expect(converse('what should I work on next', planned, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'list_plan' },
    ]);
  });

  test('planned work is counted apart from events', () => {
    const planned = {
      ...about,
      events: [event('standup', 'Standup', '16T10:00', [])],
      tasks: [
        {
          ...tasks[0]!,
          planned: { start: at('16T13:00'), end: at('16T14:00') },
          places: [
            { start: at('16T13:00'), end: at('16T14:00') },
            { start: at('16T15:00'), end: at('16T15:30') },
            { start: at('18T15:00'), end: at('18T15:30') },
          ],
        },
      ],
    };
    expect(reply('how much work do I have planned for today', planned)).toBe(
      '1 h on Mon, 16 Nov 2026, in 1 event, and 1 h 30 min of planned work in 2 blocks.',
    );
    expect(reply('how much work do I have planned for Wednesday', { ...planned, events: [] })).toBe(
      'No events, and 30 min of planned work in 1 block on Wed, 18 Nov 2026.',
    );
    expect(reply('how many hours of meetings do I have today', planned)).not.toContain('planned work');
  });

  test('a length that follows a change of a task is its length', () => {
    const done = converse('make the passport due thursday', about, NEW_DIALOGUE);
    expect(converse("and it'll take 4 hours", about, { ...done.state, draft: null }).calls).toEqual([
      { tool: 'update_task', input: { taskId: 'passport', durationMinutes: 240 } },
    ]);
  });

  test('whether a known task fits is a question about its plan', () => {
    expect(call('is there enough time for the slides before Friday')).toEqual([
      ['explain_plan', { taskId: 'slides' }],
    ]);
  });
});

test.each([
  ['cancel lunch, the restaurant was closed', [['delete_event', { eventId: 'lunch' }]]],
  ['replan my day, the morning got away from me', [['plan', {}]]],
])('a reason that follows is no request: %s', (text, calls) => {
  expect(listCalls(text)).toMatchObject(calls);
});

test('a change that follows is not taken for a reason', () => {
  expect(listCalls('move lunch to 1, the budget review is on Friday now')).toEqual([]);
});

test('a meeting that was moved is news, and no reason', () => {
  expect(listCalls('move lunch to 1, the budget review was moved to Friday')).toEqual([]);
});

test("'he' and 'she' are nobody who could be looked up", () => {
  const shown = converse('when is the budget review', data, NEW_DIALOGUE);
  expect(converse('did he accept', data, shown.state).reply).not.toContain('is not invited');
});

test("'Nothing is planned' is the reply only where nothing is", () => {
  expect(reply('most urgent tasks')).not.toContain('Nothing is planned');
});

test("'not today' leaves the question open", () => {
  const asked = converse('book a haircut', data, NEW_DIALOGUE);
  expect(converse('not today', data, asked.state)).toMatchObject({ kind: 'question', reply: asked.reply });
});

test('days that are kept free are a matter of working hours', () => {
  expect(listCalls('keep mondays free')).toEqual(listCalls('keep mondays free of meetings'));
});

test('a question about this week is not about the past, although the one before was', () => {
  const before = converse('what did I have last week', data, NEW_DIALOGUE);
  const now = converse('and this week?', data, before.state);
  expect(now.reply).toMatch(/^3 events/);
  expect(converse('and on tuesday?', data, now.state).reply).toMatch(/^2 events on Tue, 17 Nov 2026/);
});

test('a question about hours is asked again for the week that is named', () => {
  const before = converse('how many hours of meetings do I have this week', data, NEW_DIALOGUE);
  const after = converse('and next week', data, before.state);
  // A range of dates has thin spaces.
  const [first, second] = [before, after].map((answer) => answer.reply.replaceAll(/\s/g, ' '));
  expect(first).toBe('2 h on Mon, 16 Nov – Sun, 22 Nov 2026, in 2 events.');
  expect(second).toBe('No time: there are no such events on Mon, 23 Nov – Sun, 29 Nov 2026.');
});

describe('tasks that were shown or added', () => {
  test('a change of the listed items applies to all of them', () => {
    const listed = converse('what tasks are overdue', data, NEW_DIALOGUE);
    expect(converse('push them to friday', data, listed.state).calls).toEqual([
      { tool: 'update_task', input: { taskId: 'late', dueOn: '2026-11-20', dueAt: null } },
    ]);
  });

  test("'the first one' means nothing where nothing was listed", () => {
    for (const text of ['make the first one urgent', 'complete the first one', 'delete the second one'])
      expect(listCalls(text)).toEqual([]);
  });

  test('chores in a row are tasks', () => {
    expect(listCalls('add call the bank, email the landlord and buy stamps')).toMatchObject([
      ['create_task', { title: 'Call the bank' }],
      ['create_task', { title: 'Email the landlord' }],
      ['create_task', { title: 'Buy stamps' }],
    ]);
    expect(listCalls('add "buy bulbs" and "fix the sink" to my home list')).toMatchObject([
      ['create_task', { title: 'Buy bulbs', project: 'home' }],
      ['create_task', { title: 'Fix the sink', project: 'home' }],
    ]);
  });

  test('a message after an addition is about the added item', () => {
    const added = {
      ...converse('add call the bank, email the landlord and buy stamps', data, NEW_DIALOGUE).state,
      draft: null,
      mentions: ['tax', 'milk', 'soap'].map((id) => ({ kind: 'task', id }) as const),
    };
    const due = { dueOn: '2026-11-20', dueAt: null };
    expect(converse('all due friday', data, added).calls.map(({ input }) => input)).toEqual([
      { taskId: 'tax', ...due },
      { taskId: 'milk', ...due },
      { taskId: 'soap', ...due },
    ]);
    expect(converse('put it in the Home project', data, added).calls).toEqual([
      { tool: 'update_task', input: { taskId: 'tax', project: 'Home' } },
    ]);
  });

  test("'the slides' are those that are known", () => {
    const about = { ...data, tasks: [task('slides', 'Prepare slides')] };
    expect(converse('schedule 90 minutes for the slides before friday', about, NEW_DIALOGUE).calls).toEqual([
      {
        tool: 'update_task',
        input: { taskId: 'slides', durationMinutes: 90, dueOn: '2026-11-19', dueAt: null },
      },
    ]);
  });
});

test("'put it at 2' moves what the conversation is about, and books no free time", () => {
  const moved = converse('move the dentist to friday', withDentist(), NEW_DIALOGUE);
  const shown = converse("what's free on friday?", withDentist(), { ...moved.state, draft: null });
  expect(converse('put it at 2', withDentist(), shown.state).calls).toMatchObject([
    { tool: 'update_event', input: { eventId: 'dentist' } },
  ]);
});

const withDentist = (): DialogueData => ({
  ...data,
  events: [...data.events, event('dentist', 'Dentist', '20T15:00', [])],
});

test('an address alone is that of the guest', () => {
  const added = converse('meeting with Priya tomorrow at 3', data, NEW_DIALOGUE);
  expect(converse('priya@example.com', data, added.state).calls).toMatchObject([
    { tool: 'create_event', input: { attendees: [{ email: 'priya@example.com' }] } },
  ]);
});

describe("'until' and 'before' a day", () => {
  const days = ['16', '18', '20', '23', '25', '27', '30'];
  const deleted = (text: string) =>
    converse(text, withSync(days), NEW_DIALOGUE).calls.map(({ tool, input }) => [
      tool,
      input['recurrenceId'],
    ]);

  test.each([
    'no sync until November 25',
    'cancel the sync until the 25th',
    'pause the sync till nov 25',
    'cancel all syncs before November 25th',
  ])('%s', (text) => {
    expect(deleted(text)).toEqual(
      ['20261116', '20261118', '20261120', '20261123'].map((id) => ['delete_event', id]),
    );
  });
});

describe('who says what', () => {
  test.each([
    ['Lee wants to move our design review to friday at 2', [['update_event', { eventId: 'design' }]]],
    ['something came up, I need to move lunch to 1', [['update_event', { eventId: 'lunch' }]]],
    ['design review needs 15 more minutes', [['update_event', { endsAt: '2026-11-17T15:15:00.000Z' }]]],
    ["let's do dinner on friday", [['create_event', { title: 'Dinner' }]]],
    ["I can't do tuesday for the budget review", []],
    ['delete all my data', []],
  ])('%s', (text, calls) => expect(listCalls(text)).toMatchObject(calls));

  test('a length is that of the event of this name, and not that of a task that shares its words', () => {
    const about: DialogueData = {
      ...data,
      events: [...data.events, event('prep', 'Board prep', '19T10:00', [])],
      tasks: [task('slides', 'Prepare slides for the board meeting')],
    };
    expect(converse('the board prep takes 3 hours', about, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'update_event', input: { eventId: 'prep' } },
    ]);
  });

  test('two weeks are both meant', () => {
    const { calls } = converse(
      'skip the sync this week and next',
      withSync(['18', '25', '30']),
      NEW_DIALOGUE,
    );
    expect(calls.map(({ input }) => input['recurrenceId'])).toEqual(['20261118', '20261125']);
  });

  test('days of a series are its days', () => {
    expect(
      converse('change the sync to tuesday and thursday', withSync(['16', '18']), NEW_DIALOGUE).calls,
    ).toMatchObject([
      { tool: 'update_event', input: { eventId: 'sync', recurrenceRule: 'FREQ=WEEKLY;BYDAY=TU,TH' } },
    ]);
  });
});

describe('times on one side of another', () => {
  test.each([
    ['when am I free before 11 tomorrow', ['Tue, 17 Nov 2026, 09:00–10:00']],
    ['free time before 10 tomorrow', ['Tue, 17 Nov 2026, 09:00–10:00']],
    ['when am I free after 3 tomorrow', ['Tue, 17 Nov 2026, 15:00–17:00']],
    [
      'when am I free before wednesday',
      [
        'Mon, 16 Nov 2026, 09:00–12:00',
        'Mon, 16 Nov 2026, 13:00–17:00',
        'Tue, 17 Nov 2026, 09:00–10:00',
        'Tue, 17 Nov 2026, 11:00–14:00',
        'Tue, 17 Nov 2026, 15:00–17:00',
      ],
    ],
  ])('%s', (text, slots) =>
    expect(reply(text)).toBe(`Free:\n${slots.map((slot) => `• ${slot} (UTC)`).join('\n')}`),
  );

  test('a time before a day is asked for with those that there are', () => {
    const asked = converse('schedule a call with Lee before wednesday', data, NEW_DIALOGUE);
    expect(asked).toMatchObject({ kind: 'question', reply: "When is 'Call with Lee'?" });
    expect(asked.choices.map(({ label }) => label.slice(0, 11))).not.toContain('Wed, 18 Nov');
    expect(converse('3pm', data, asked.state)).toMatchObject({ kind: 'question', calls: [] });
    expect(converse('tomorrow at 3pm', data, asked.state).calls).toMatchObject([
      { input: { startsAt: '2026-11-17T15:00:00.000Z' } },
    ]);
  });

  test('several events are not all moved to one open time', () => {
    const answer = converse('move everything tomorrow to after 1pm', data, NEW_DIALOGUE);
    expect(answer).toMatchObject({ calls: [], isRefusal: true });
  });

  test('an early event moves to the nearer half of the day', () => {
    const about = { ...data, events: [event('gym', 'Gym', '18T07:00', []), ...data.events] };
    for (const text of ['move gym to 6:30', 'gym at 6:30 instead of 7 from now on', 'the gym is at 6:30 now'])
      expect(converse(text, about, NEW_DIALOGUE).calls).toMatchObject([
        { input: { startsAt: '2026-11-18T06:30:00.000Z' } },
      ]);
  });

  test('two hours of the day are two events', () => {
    expect(listCalls('meds every day at 8 and 20')).toMatchObject([
      ['create_event', { title: 'Meds', startsAt: '2026-11-17T08:00:00.000Z' }],
      ['create_event', { title: 'Meds', startsAt: '2026-11-16T20:00:00.000Z' }],
    ]);
  });
});

test('a length after free times asks for as long', () => {
  const shown = converse('when am I free on tuesday', data, NEW_DIALOGUE);
  expect(converse('3 hours', data, shown.state).reply).toBe(
    'Free for 3 h or more:\n• Tue, 17 Nov 2026, 11:00–14:00 (UTC)',
  );
});

test('the end of something is given with its time', () => {
  expect(reply('when does the budget review end')).toBe(
    "'Budget review' is on Tue, 17 Nov 2026, 10:00–11:00 (UTC).",
  );
});

describe('the time between two events', () => {
  test.each([
    [
      "what's between the budget review and the design review",
      'Nothing on Tue, 17 Nov 2026, 11:00–14:00 (UTC).',
    ],
    [
      'what do I have between lunch and the design review',
      "1 event from Mon, 16 Nov 2026 to Tue, 17 Nov 2026:\n• 'Budget review', Tue, 17 Nov 2026, 10:00–11:00 (UTC)",
    ],
  ])('%s', (text, said) => expect(reply(text)).toBe(said));
});

test('questions about thousands of events are answered in time', () => {
  const many = (id: string, title: string, minutes: number) =>
    Array.from({ length: 6_000 }, (_, at) => {
      const start = NOW + (at * 40 + minutes) * 60_000;
      return {
        ...event(id, title, '16T09:00'),
        recurrenceId: `${at}`,
        isRecurring: true,
        start,
        end: start + 300_000,
      };
    });
  const events = [...many('a', 'Ping', 10), ...many('b', 'Pong', 20)].toSorted((a, b) => a.start - b.start);
  const crowded = { ...data, events };
  // Of the processor: a busy machine takes longer.
  const before = process.cpuUsage();
  expect(reply("what's between the ping and the pong", crowded)).toBe(
    'Nothing on Mon, 16 Nov 2026, 08:15–08:20 (UTC).',
  );
  expect(converse('cancel all pings except the pong', crowded, NEW_DIALOGUE).calls).toHaveLength(1);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

describe('work that needs a time', () => {
  test("is added and planned: 'I have to write the letter by Friday, when should I do it'", () => {
    expect(listCalls('I have to write the letter by Friday, when should I do it')).toMatchObject([
      ['create_task', { title: 'Write the letter', dueOn: '2026-11-20' }],
      ['plan', {}],
    ]);
  });

  test('is explained where it is known', () => {
    expect(listCalls('when should I do the tax return')).toEqual([['explain_plan', { taskId: 'tax' }]]);
    expect(
      converse(
        'when should I do the report',
        { ...data, tasks: [task('a', 'Q3 report'), task('b', 'Q4 report')] },
        NEW_DIALOGUE,
      ),
    ).toMatchObject({
      kind: 'question',
      reply: 'Which task do you mean?',
    });
  });

  test("'do the tax return tomorrow' changes its day, and nothing else is one", () => {
    expect(listCalls('do the tax return tomorrow')).toEqual([
      ['update_task', { taskId: 'tax', dueAt: null, dueOn: '2026-11-17' }],
    ]);
    expect(listCalls('do the laundry list tomorrow').filter(([tool]) => tool === 'update_task')).toEqual([]);
  });

  test("'do the first one tomorrow' is about a list", () => {
    const { tasks, state } = converse('what are my tasks', data, NEW_DIALOGUE);
    expect(converse('do the first one tomorrow', data, state).calls).toEqual([
      { tool: 'update_task', input: { taskId: tasks[0]?.id, dueAt: null, dueOn: '2026-11-17' } },
    ]);
  });

  test("'split it into 3' is a number of sessions", () => {
    const long = { ...data, tasks: [{ ...task('tax', 'Tax return'), durationMinutes: 180 }] };
    const { state } = converse('when is the tax return due', long, NEW_DIALOGUE);
    const inWords = converse('split it into three sessions', long, state).calls;
    expect(inWords).toHaveLength(1);
    expect(converse('split it into 3', long, state).calls).toEqual(inWords);
  });
});

describe('the same once more', () => {
  const target = (text: string, state = NEW_DIALOGUE) =>
    converse(text, data, state).calls.map(({ input }) => input.startsAt);

  test("'next week' keeps the day of the week", () => {
    expect(target('copy the budget review to next week')).toEqual(['2026-11-24T10:00:00.000Z']);
    const { state } = converse('when is the budget review', data, NEW_DIALOGUE);
    expect(target('book the same meeting next week', state)).toEqual(['2026-11-24T10:00:00.000Z']);
  });

  test('of nothing, or of a whole list, is refused', () => {
    const { state } = converse("what's on tomorrow", data, NEW_DIALOGUE);
    for (const before of [NEW_DIALOGUE, state])
      expect(converse('book the same meeting next week', data, before)).toMatchObject({
        calls: [],
        isRefusal: true,
      });
  });
});

describe('after a list', () => {
  test.each([
    ['cancel the second one', 'no, the previous one', 'budget'],
    ['cancel the first one', 'no, the one after', 'design'],
  ])('%s, %s', (first, then, expected) => {
    const listed = converse("what's on tomorrow", data, NEW_DIALOGUE);
    const drafted = converse(first, data, listed.state);
    expect(converse(then, data, drafted.state).calls).toEqual([
      { tool: 'delete_event', input: { eventId: expected } },
    ]);
  });
});

describe('more about what was just added', () => {
  test.each(['with Lee about hiring', 'invite Lee and call it "Meeting about hiring"'])('%s', (text) => {
    const added = converse('book a meeting tomorrow at 4', data, NEW_DIALOGUE);
    const [call] = added.calls;
    const start = Date.parse(String(call?.input.startsAt));
    const own = {
      eventId: 'new',
      recurrenceId: null,
      title: 'Meeting',
      start,
      end: start + HOUR_MS,
      isAllDay: false,
      startsOn: null,
      endsOn: null,
      location: '',
      attendees: [],
      isRecurring: false,
    };
    const state = {
      ...added.state,
      draft: null,
      mentions: [{ kind: 'event' as const, eventId: 'new', recurrenceId: null }],
    };
    expect(converse(text, { ...data, events: [...data.events, own] }, state).calls).toEqual([
      { tool: 'update_event', input: { eventId: 'new', title: 'Meeting about hiring', invite: [lee] } },
    ]);
  });

  test("'add note bring the card to lunch' is a note of the event", () => {
    expect(listCalls('add note bring the card to lunch')).toEqual([
      ['update_event', { eventId: 'lunch', note: 'bring the card' }],
    ]);
  });
});

describe('messages of students and shift workers', () => {
  const week: DialogueData = {
    ...withSync(['16', '19', '23', '26']),
    tasks: [
      task('laundry', 'Laundry'),
      task('rent', 'Pay rent'),
      { ...task('essay', 'Essay'), project: 'uni' },
    ],
  };
  const callsIn = (text: string, about: DialogueData = week) =>
    converse(text, about, NEW_DIALOGUE).calls.map(({ tool, input }) => [tool, input]);

  test("'ends at 11:30 this week' changes the end of an event, and adds none", () => {
    expect(callsIn('the sync ends at 11:30 on Thursday')).toMatchObject([
      ['update_event', { eventId: 'sync', recurrenceId: '20261119', endsAt: '2026-11-19T11:30:00.000Z' }],
    ]);
    // Nor is a time of day the last day of a series.
    expect(callsIn('make sync end at 11:30 this week').map(([tool]) => tool)).not.toContain('delete_event');
  });

  test("'Thursdays only from now on' is the rhythm of a series that there is", () => {
    expect(callsIn('sync thursdays only from now on')).toMatchObject([
      ['update_event', { eventId: 'sync', recurrenceRule: 'FREQ=WEEKLY;BYDAY=TH' }],
    ]);
  });

  test.each([
    ['book a call with Lee Wednesday 8pm', 'make it 9', '2026-11-18T21:00:00.000Z'],
    ['book a call with Lee Wednesday 8pm', 'make it half 8', '2026-11-18T20:30:00.000Z'],
    ['book a call with Lee Wednesday 6pm', 'no, 6:30', '2026-11-18T18:30:00.000Z'],
    ['book a call with Lee Wednesday 9am', 'make it 8', '2026-11-18T08:00:00.000Z'],
    ['dinner with Lee tomorrow at 7', 'make it 9', '2026-11-17T21:00:00.000Z'],
    ['move the budget review to 7pm', 'make it 7:30', '2026-11-17T19:30:00.000Z'],
    ['move the budget review to 8am', 'make it 7:30', '2026-11-17T07:30:00.000Z'],
  ])("'%s', '%s' stays in its half of the day", (text, correction, startsAt) => {
    const draft = converse(text, data, NEW_DIALOGUE);
    expect(converse(correction, data, draft.state).calls).toMatchObject([{ input: { startsAt } }]);
  });

  test("'every day this week' begins today and ends with the week", () => {
    expect(callsIn('study for the exam 2h every day this week')).toMatchObject([
      ['create_task', { recurrenceRule: 'FREQ=DAILY;UNTIL=20261122', durationMinutes: 120 }],
    ]);
  });

  test('a day that is too full is not rearranged, nor becomes work', () => {
    expect(converse('can you sort out my Thursday its too full', week, NEW_DIALOGUE)).toMatchObject({
      calls: [],
      reply: expect.stringContaining('Nothing was changed.'),
    });
  });

  test("'the other one' of two that were shown", () => {
    const about = { ...data, events: data.events.filter(({ eventId }) => eventId !== 'lunch') };
    const shown = converse("what's on tomorrow", about, NEW_DIALOGUE);
    const draft = converse('cancel the last one', about, shown.state);
    expect(draft.calls).toMatchObject([{ tool: 'delete_event', input: { eventId: 'design' } }]);
    expect(converse('no the other one', about, draft.state).calls).toMatchObject([
      { tool: 'delete_event', input: { eventId: 'budget' } },
    ]);
  });

  test('a list of free times says that it is not all of them', () => {
    const busy = [16, 17, 18, 19].flatMap((day) =>
      [10, 12].map((hour) => ({ start: at(`${day}T${hour}:00`), end: at(`${day}T${hour + 1}:00`) })),
    );
    const said = reply('when am I free this week', { ...data, busy });
    expect(said.match(/^• /gm)).toHaveLength(6);
    expect(said).toContain('There is more free time after that.');
    expect(reply('when am I free tomorrow', { ...data, busy })).not.toContain('more free time');
  });

  test.each([
    ['I am ill tomorrow cancel everything', ['delete_event', 'delete_event']],
    ['I did the laundry and paid the rent', ['complete_task', 'complete_task']],
    ['handed in the essay', ['complete_task']],
    ['need to study for the exam, 6 hours before Monday', ['create_task']],
    ['got a shift on Wednesday 18:00-22:00', ['create_event']],
    ["I'm working an extra shift Friday 5 to 9", ['create_event']],
    ["I'm going to Leeds the 27th to the 29th", ['create_event']],
    ['cancel lunch and book it for next week', ['update_event']],
    ['the budget review is in room 5', ['update_event']],
  ])('%s', (text, tools) => expect(callsIn(text).map(([tool]) => tool)).toEqual(tools));

  test.each([
    ['what time does my sync start Thursday', /^'Sync' is on Thu, 19 Nov 2026/],
    ["what's left for uni", /'Essay'/],
    ['anything due Friday', /^No open task is due on Fri, 20 Nov 2026/],
    ['do I work this weekend', /^Nothing/],
  ])('%s', (text, said) => expect(reply(text, week)).toMatch(said));

  test('a pub quiz at 8 is in the evening', () => {
    expect(callsIn('pub quiz Thursday 8')).toMatchObject([
      ['create_event', { startsAt: '2026-11-19T20:00:00.000Z' }],
    ]);
  });
});

describe('the hours of a series', () => {
  test.each([
    ['yoga every monday 7-8pm', '2026-11-16T19:00:00.000Z', '2026-11-16T20:00:00.000Z'],
    ['every tuesday 7-9pm football', '2026-11-17T19:00:00.000Z', '2026-11-17T21:00:00.000Z'],
    ['choir every thursday from 6:30 to 8pm', '2026-11-19T18:30:00.000Z', '2026-11-19T20:00:00.000Z'],
    ['gym every weekday from 6 to 7am', '2026-11-17T06:00:00.000Z', '2026-11-17T07:00:00.000Z'],
    ['market every saturday 10-2pm', '2026-11-21T10:00:00.000Z', '2026-11-21T14:00:00.000Z'],
    ['yoga mondays 7-8pm', '2026-11-16T19:00:00.000Z', '2026-11-16T20:00:00.000Z'],
  ])('%s', (text, startsAt, endsAt) =>
    expect(listCalls(text)).toMatchObject([
      ['create_event', { startsAt, endsAt, recurrenceRule: expect.stringMatching(/^FREQ=WEEKLY;BYDAY=/) }],
    ]),
  );
});

describe('days that events name', () => {
  test.each([
    ['remind me about the budget review the day before', { title: 'Budget review', dueOn: '2026-11-16' }],
    ['add a reminder for the design review 1 day before', { title: 'Design review', dueOn: '2026-11-16' }],
  ])('%s', (text, input) => expect(listCalls(text)).toMatchObject([['create_task', input]]));

  test("'the week of' an event and 'the weekend after next'", () => {
    expect(reply("what's on in the week of the budget review")).toMatch(
      /^3 events from Mon, 16 Nov 2026 to Sun, 22 Nov 2026:/,
    );
    expect(reply("what's happening the weekend after next")).toBe(
      'Nothing from Sat, 5 Dec 2026 to Sun, 6 Dec 2026.',
    );
  });

  test("'can't do lunch, move it to Thursday' names it once", () => {
    expect(listCalls("can't do lunch today, move it to Thursday")).toMatchObject([
      ['update_event', { eventId: 'lunch', startsAt: '2026-11-19T12:00:00.000Z' }],
    ]);
  });

  test("'find me 2 hours for the tax return before Thursday' changes nothing", () => {
    expect(converse('find me 2 hours for the tax return before Thursday', data, NEW_DIALOGUE)).toMatchObject({
      kind: 'answer',
      calls: [],
    });
  });
});

test('an event that began before a part of the day and goes on is named', () => {
  const shift = { ...event('shift', 'Evening shift', '19T17:00', []), end: at('19T21:00') };
  const choir = event('choir', 'Choir', '19T19:30', []);
  const SHIFT = "'Evening shift', Thu, 19 Nov 2026, 17:00–21:00 (UTC)";
  const ask = (text: string, ...events: (typeof shift)[]) => reply(text, { ...data, events });
  expect(ask('do I have anything on Thursday evening', shift)).toBe(
    `Nothing begins on Thu, 19 Nov 2026, 18:00–00:00 (UTC). Still going on then: ${SHIFT}.`,
  );
  expect(ask("what's on Thursday evening", shift, choir)).toMatch(
    /^1 event on Thu, 19 Nov 2026, 18:00–00:00 \(UTC\):\n• 'Choir'[^\n]{1,60}\nStill going on then: 'Evening shift'/,
  );
  expect(ask("what's on Thursday evening", choir)).not.toContain('Still going on');
  expect(ask("what's on Thursday", shift)).not.toContain('Still going on');
});

describe('additions without a verb of their own', () => {
  test.each([
    ['add seminar friday 14:00', 'create_event', { title: 'Seminar', startsAt: '2026-11-20T14:00:00.000Z' }],
    ['add read the paper, 45 min, by wed', 'create_task', { title: 'Read the paper', durationMinutes: 45 }],
    ['add pay rent to my list for today', 'create_task', { title: 'Pay rent' }],
  ])('%s', (text, tool, input) => expect(listCalls(text)).toMatchObject([[tool, input]]));
});

describe('changes in everyday words', () => {
  test.each([
    ["let's do lunch at 1 instead", { eventId: 'lunch', startsAt: '2026-11-16T13:00:00.000Z' }],
    ['running late for the budget review, push it 15 mins', { startsAt: '2026-11-17T10:15:00.000Z' }],
    ['make lunch 90 mins today', { eventId: 'lunch', endsAt: '2026-11-16T13:30:00.000Z' }],
  ])('%s', (text, input) => expect(listCalls(text)).toMatchObject([['update_event', input]]));

  test('reminders that are not wanted are no task', () => {
    expect(converse('stop reminding me about the tax return', data, NEW_DIALOGUE)).toMatchObject({
      calls: [],
      reply: expect.stringContaining('Nothing was changed.'),
    });
  });
});
