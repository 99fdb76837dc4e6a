import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { at, data, event, listCalls, task } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** What a plumber and a lecturer say about their work. */

const ben = { name: 'Ben Wright', email: 'ben@example.org' };
const lectures = ['16', '19', '23', '26'].map((day) => ({
  ...event('lecture', 'Ethics lecture', `${day}T10:00`, []),
  recurrenceId: `202611${day}`,
  isRecurring: true,
}));
const christmas = { ...event('do', 'Christmas do', '16T19:00', []) };
const later = { start: christmas.start + 26 * DAY_MS, end: christmas.end + 26 * DAY_MS };
const busyDay = { ...event('bathroom', 'Bathroom fit', '18T08:00', []), end: at('18T16:30') };
const work: DialogueData = {
  ...data,
  people: [...data.people, ben],
  events: [
    ...lectures,
    { ...event('boiler', 'Boiler service Mrs Patel', '17T10:00', []), location: '14 Elm Road' },
    busyDay,
    event('pickup', 'School pickup', '18T15:15', []),
    event('dept', 'Department meeting', '18T17:00', []),
    event('ben', 'Supervision with Ben', '20T11:00', [ben]),
    { ...christmas, ...later },
    { ...christmas, ...later, eventId: 'conference', title: 'Conference' },
  ].toSorted((one, other) => one.start - other.start),
  tasks: [
    { ...task('essays', 'Mark ethics essays'), dueOn: '2026-11-27' },
    { ...task('grant', 'Submit grant application'), dueOn: '2026-11-30' },
    task('chase', 'Chase payment from Bob'),
  ],
};

const say = (text: string, about = work) => converse(text, about, NEW_DIALOGUE);
const calls = (text: string) => say(text).calls.map(({ tool, input }) => [tool, input] as const);

describe('news about an event is a change of it', () => {
  test.each([
    ['the patel job is now at 11', { eventId: 'boiler', startsAt: '2026-11-17T11:00:00.000Z' }],
    ['mrs patel wants to move to thursday', { eventId: 'boiler', startsAt: '2026-11-19T10:00:00.000Z' }],
    ['dept meeting is an hour earlier this week', { eventId: 'dept', startsAt: '2026-11-18T16:00:00.000Z' }],
    ['ben wants an extra half hour', { eventId: 'ben', endsAt: '2026-11-20T12:30:00.000Z' }],
    [
      "ben can't do friday, make it monday same time",
      { eventId: 'ben', startsAt: '2026-11-23T11:00:00.000Z' },
    ],
    ['change the boiler service to 1130', { eventId: 'boiler', startsAt: '2026-11-17T11:30:00.000Z' }],
    ['boiler service moved to the week after, same time', { startsAt: '2026-11-24T10:00:00.000Z' }],
    ['boiler service is put back to thursday', { eventId: 'boiler', startsAt: '2026-11-19T10:00:00.000Z' }],
    [
      'move the boiler service to friday from 2 to 3',
      { startsAt: '2026-11-20T14:00:00.000Z', endsAt: '2026-11-20T15:00:00.000Z' },
    ],
    ['ben can only do 12', { eventId: 'ben', startsAt: '2026-11-20T12:00:00.000Z' }],
    [
      'ben is running late, push his supervision 15 mins',
      { eventId: 'ben', startsAt: '2026-11-20T11:15:00.000Z' },
    ],
    ['ben wants to do supervision at 1.30 instead', { eventId: 'ben', startsAt: '2026-11-20T13:30:00.000Z' }],
    [
      'mrs patel is away tuesday so move her to wednesday',
      { eventId: 'boiler', startsAt: '2026-11-18T10:00:00.000Z' },
    ],
    [
      "add a zoom link to ben's supervision: https://zoom.us/j/1",
      { eventId: 'ben', note: 'https://zoom.us/j/1' },
    ],
  ])('%s', (text, input) => expect(calls(text)).toMatchObject([['update_event', input]]));

  test('another time in one week is that of each lecture in it', () => {
    expect(calls('move the lecture to 3pm this week only')).toMatchObject([
      ['update_event', { recurrenceId: '20261116', startsAt: '2026-11-16T15:00:00.000Z', scope: 'this' }],
      ['update_event', { recurrenceId: '20261119', startsAt: '2026-11-19T15:00:00.000Z', scope: 'this' }],
    ]);
  });

  test('a weekday without its apostrophe is that day', () => {
    expect(calls('cancel thursdays lecture, im ill')).toEqual([
      ['delete_event', { eventId: 'lecture', recurrenceId: '20261119', scope: 'this' }],
    ]);
  });

  test('a reason does not hide what is cancelled', () => {
    for (const text of [
      'lecture on thursday is cancelled because of the strike',
      'strike on thursday, cancel everything',
      'no lecture on thursday, its half term',
    ])
      expect(calls(text)).toEqual([
        ['delete_event', { eventId: 'lecture', recurrenceId: '20261119', scope: 'this' }],
      ]);
  });

  test('a series that moves to another weekday moves from now on', () => {
    const following = { eventId: 'lecture', scope: 'following' };
    expect(calls('the lecture is on fridays now')).toMatchObject([
      ['update_event', { ...following, startsAt: '2026-11-20T10:00:00.000Z' }],
    ]);
    expect(calls('the lecture is moving to fridays 2-4')).toMatchObject([
      [
        'update_event',
        { ...following, startsAt: '2026-11-20T14:00:00.000Z', endsAt: '2026-11-20T16:00:00.000Z' },
      ],
    ]);
  });

  test("'from Thursday to Friday' moves the one on Thursday", () => {
    expect(calls('move the lecture from thursday to friday')).toMatchObject([
      ['update_event', { recurrenceId: '20261119', scope: 'this', startsAt: '2026-11-20T10:00:00.000Z' }],
    ]);
  });

  test("'ben needs to reschedule his supervision' asks when", () => {
    expect(say('ben needs to reschedule his supervision')).toMatchObject({ kind: 'question', calls: [] });
  });

  test("'moved to Tuesday' of an event in weeks is the Tuesday next to it, or is asked for", () => {
    const on = (day: string): DialogueData => {
      const start = Date.parse(`2026-12-${day}T09:00:00Z`);
      const midterm = { ...event('midterm', 'Midterm', '16T09:00', []), start, end: start + HOUR_MS };
      return { ...work, events: [...work.events, midterm] };
    };
    expect(say('the midterm got moved to Tuesday', on('09')).calls).toMatchObject([
      { input: { eventId: 'midterm', startsAt: '2026-12-08T09:00:00.000Z' } },
    ]);
    expect(say('the midterm got moved to Tuesday', on('07')).calls).toMatchObject([
      { input: { eventId: 'midterm', startsAt: '2026-12-08T09:00:00.000Z' } },
    ]);
    expect(say('the midterm got moved to Tuesday', on('11'))).toMatchObject({
      kind: 'question',
      reply: expect.stringMatching(/^When should 'Midterm', Fri, 11 Dec/),
    });
  });
});

describe('news about work is a change of a task, or a new one', () => {
  test.each([
    ['grant deadline has been extended to 11 december', { taskId: 'grant', dueOn: '2026-12-11' }],
    ['the grant application has moved to the 14th', { taskId: 'grant', dueOn: '2026-12-14' }],
    ['essays need marking by thursday not friday', { taskId: 'essays', dueOn: '2026-11-19' }],
    ['start the grant application tomorrow', { taskId: 'grant', startAfter: '2026-11-17T00:00:00.000Z' }],
    ['plan the essays for thursday', { taskId: 'essays', startAfter: '2026-11-19T00:00:00.000Z' }],
    ['the grant application needs to go out today', { taskId: 'grant', dueOn: '2026-11-16' }],
    ['the grant application is due a week earlier', { taskId: 'grant', dueOn: '2026-11-23' }],
    ['the grant application is urgent', { taskId: 'grant', priority: 1 }],
  ])('%s', (text, input) => expect(calls(text)).toMatchObject([['update_task', input]]));

  test.each([
    [
      'I have an essay due 15 dec, about 8 hours work',
      { title: 'Essay', dueOn: '2026-12-15', durationMinutes: 480 },
    ],
    [
      'marking takes about 20 mins per script and i have 30 scripts, due the 27th',
      { title: 'Marking (30 scripts)', dueOn: '2026-11-27', durationMinutes: 600 },
    ],
    ['add quote for mr lowe, due wednesday', { title: 'Quote for mr lowe', dueOn: '2026-11-18' }],
    ["i've got 40 exam scripts to mark by 18 dec", { title: 'Mark 40 exam scripts', dueOn: '2026-12-18' }],
  ])('%s', (text, input) => expect(calls(text)).toEqual([['create_task', input]]));

  test('a report of something done completes the matching task', () => {
    expect(calls('chased bob for the payment')).toEqual([['complete_task', { taskId: 'chase' }]]);
    expect(calls('painted the fence for bob')).toEqual([]);
  });

  test('papers to mark are not marked as done', () => {
    expect(calls('i have to mark the essays this weekend')).toMatchObject([
      ['create_task', { title: 'Mark the essays', dueOn: '2026-11-22' }],
    ]);
    expect(calls('mark the essays as done')).toEqual([['complete_task', { taskId: 'essays' }]]);
  });

  test('a reminder before an event needs to know how long before', () => {
    expect(say('remind me before the department meeting')).toMatchObject({ calls: [], isRefusal: true });
  });

  test('several things of a list are several tasks', () => {
    expect(calls('add order new drill bits and book van service to my list')).toMatchObject([
      ['create_task', { title: 'Order new drill bits' }],
      ['create_task', { title: 'Book van service' }],
    ]);
  });

  test('something new with a name in it begins no task', () => {
    const call: DialogueData = { ...data, tasks: [task('plumber', 'Call the plumber')] };
    expect(converse('schedule a call with lee at 2 tomorrow', call, NEW_DIALOGUE).calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Call with Lee' } },
    ]);
  });
});

describe('new events have the name and place from the message', () => {
  test.each([
    ['put in mrs green leaky tap friday 2pm 45 mins', { title: 'Mrs green leaky tap' }],
    ['new job: blocked drain tomorrow 4pm', { title: 'Blocked drain' }],
    ['add parents evening prep tomorrow at 4', { title: 'Parents evening prep' }],
    ['protect friday for research', { title: 'Research', startsOn: '2026-11-20', endsOn: '2026-11-21' }],
    ['im off on 27th, block the whole day', { title: 'Out of office', startsOn: '2026-11-27' }],
    [
      'i need to sleep after my shift, block friday 9 to 3',
      { title: 'Sleep', startsAt: '2026-11-20T09:00:00.000Z', endsAt: '2026-11-20T15:00:00.000Z' },
    ],
  ])('%s', (text, input) => {
    expect(calls(text)).toMatchObject([['create_event', input]]);
    expect(calls(text)[0]?.[1]).not.toHaveProperty('location');
  });

  test('weekdays until a day are a series that ends', () => {
    expect(calls('block out 9 to 12 on mondays for research until christmas')).toMatchObject([
      [
        'create_event',
        {
          title: 'Research',
          startsAt: expect.stringMatching(/^2026-11-/),
          recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261225T235959Z',
        },
      ],
    ]);
  });

  test('when work ends is no event', () => {
    expect(calls('im finishing early friday, 2pm')).toEqual([]);
    expect(say('need a day off next week, which is best').reply).toMatch(/^Your least busy day is /);
  });

  test('a call about something is not called as if it were that', () => {
    expect(listCalls('schedule a call with Lee about leave tomorrow at 3')).toMatchObject([
      ['create_event', { title: 'Call with Lee about leave' }],
    ]);
  });

  test("'no, 8:30' is no name", () => {
    const asked = say('book it for 8');
    expect(converse('no 8.30', work, asked.state)).toMatchObject({ kind: 'question', calls: [] });
  });

  test('a street and a day lack only a time', () => {
    const asked = say('quote at 17 Park Avenue wed');
    expect(converse('at 5 pm', work, asked.state).calls).toMatchObject([
      { input: { title: 'Quote', location: '17 Park Avenue', startsAt: '2026-11-18T17:00:00.000Z' } },
    ]);
  });

  test('days that nobody named are not chosen', () => {
    expect(say('set aside 3 evenings this week for the report')).toMatchObject({
      calls: [],
      isRefusal: true,
    });
  });
});

describe('questions', () => {
  test.each([
    [
      "where's my first job tomorrow",
      "'Boiler service Mrs Patel' (Tue, 17 Nov 2026, 10:00–11:00 (UTC)) is at 14 Elm Road.",
    ],
    ['what time do i finish on weds', "'Department meeting', Wed, 18 Nov 2026, 17:00–18:00 (UTC)."],
    [
      'when will i be done with mrs patel',
      "'Boiler service Mrs Patel' is on Tue, 17 Nov 2026, 10:00–11:00 (UTC).",
    ],
    ['how long will the patel job take', "'Boiler service Mrs Patel' takes 1 h."],
    ['whens the xmas do', "'Christmas do' is on Sat, 12 Dec 2026, 19:00–20:00 (UTC)."],
    ["what's the next deadline", "Your next deadline: 'Mark ethics essays', due Fri, 27 Nov 2026."],
    [
      'how long have i got until the grant deadline',
      "'Submit grant application' is due in 14 days: due Mon, 30 Nov 2026.",
    ],
  ])('%s', (text, reply) => expect(say(text).reply).toBe(reply));

  test('hours of work are those of the shifts, or else the working hours', () => {
    const hours = (about: DialogueData) => say('how many hours am I working this week', about).reply;
    expect(hours(work)).toMatch(/^Your working hours that are left on Mon.* come to 40 h\.$/);
    const shift = { ...event('shift', 'Night shift', '19T20:00', []), end: at('20T08:00') };
    expect(hours({ ...work, events: [...work.events, shift] })).toMatch(/^12 h on .*, in 1 shift\.$/);
  });

  test('the day ends with what ends last', () => {
    const day = { ...work, events: work.events.filter(({ eventId }) => eventId !== 'dept') };
    expect(say('what time do i finish on weds', day).reply).toMatch(/^'Bathroom fit', .{0,30}08:00–16:30/);
  });

  test('time until an event, a time of day or a deadline', () => {
    expect(say('how long until the department meeting').reply).toMatch(
      /^'Department meeting' begins in 2 days/,
    );
    expect(say('how much time do I have until noon').reply).toBe('Mon, 16 Nov 2026, 12:00 (UTC), is in 4 h.');
  });

  test('a task to do before an event is due before it', () => {
    expect(say('what do i need to get done before the conference').tasks.map(({ id }) => id)).toEqual([
      'essays',
      'grant',
    ]);
    expect(say('what deadlines have i got comming up').tasks.map(({ id }) => id)).toEqual([
      'essays',
      'grant',
    ]);
  });

  test('tasks are listed by their deadlines', () => {
    const mixed = { ...work, tasks: work.tasks.toReversed() };
    expect(say('what are my tasks', mixed).tasks.map(({ id }) => id)).toEqual(['essays', 'grant', 'chase']);
  });

  test('of a drafted plan nothing can be explained yet', () => {
    const drafted = say('plan my week');
    expect(converse('why is the grant application there', work, drafted.state)).toMatchObject({
      reply: expect.stringContaining('only drafted'),
      state: { draft: drafted.state.draft },
    });
  });

  test('a part that was not understood is quoted as it was typed', () => {
    expect(say('plz xfrgle  the blorp abt it').reply).toMatch(
      /^I did not understand 'plz xfrgle the blorp abt it'\./,
    );
  });
});
