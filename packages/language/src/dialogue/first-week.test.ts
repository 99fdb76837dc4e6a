import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData, DialogueEvent } from './data.ts';
import { converse } from './dialogue.ts';
import { type DialogueState, NEW_DIALOGUE } from './state.ts';

// A Monday.
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);
const sam = { name: 'Sam Lee', email: 'sam@example.org' };
const lee = { name: 'Lee Chan', email: 'lee@example.org' };

const event = (
  eventId: string,
  title: string,
  start: string,
  attendees: readonly (typeof sam)[] = [],
  location = '',
): DialogueEvent => ({
  eventId,
  recurrenceId: null,
  title,
  start: at(start),
  end: at(start) + 60 * MINUTE_MS,
  isAllDay: false,
  startsOn: null,
  endsOn: null,
  location,
  attendees,
  isRecurring: false,
});
const events = [
  event('lunch', 'Lunch', '23T12:00'),
  event('dentist', 'Dentist', '24T14:00'),
  event('interview', 'Interview', '24T16:00', [sam]),
  event('review', 'Design review', '25T15:00', [lee], 'Room 4'),
  event('standup', 'Standup', '20T09:00'),
];
const data: DialogueData = {
  now: at('23T11:00'),
  timeZone: 'UTC',
  isMonthFirst: true,
  events: events.toSorted((one, other) => one.start - other.start),
  tasks: [
    {
      id: 'tax',
      title: 'Tax return',
      project: null,
      status: 'open',
      dueOn: null,
      dueAt: null,
      durationMinutes: 60,
      priority: 3,
      isRecurring: false,
      planned: null,
    },
  ],
  people: [sam, lee],
  hours: Array.from({ length: 5 }, (_, day) => ({
    start: at('23T09:00') + day * DAY_MS,
    end: at('23T17:00') + day * DAY_MS,
  })),
  busy: events.map(({ start, end }) => ({ start, end })),
};

/** What comes of the last of some messages, of which those before wait as a draft. */
function answer(...texts: readonly string[]) {
  let state: DialogueState = NEW_DIALOGUE;
  let last = converse('', data, state);
  for (const text of texts) {
    last = converse(text, data, state);
    ({ state } = last);
  }
  return last;
}

/** Times without seconds, and no zone, which is the same everywhere. */
const listCalls = (...texts: readonly string[]) =>
  answer(...texts).calls.map(({ tool, input }) => [
    tool,
    Object.fromEntries(
      Object.entries(input).flatMap(([name, value]) =>
        name === 'timeZone'
          ? []
          : [[name, typeof value === 'string' ? value.replace(/:00(?:\.000)?Z$/, '') : value]],
      ),
    ),
  ]);

const updated = (eventId: string, startsAt: string, endsAt: string) => [
  'update_event',
  { eventId, startsAt: `2026-11-${startsAt}`, endsAt: `2026-11-${endsAt}` },
];
const created = (title: string, startsAt: string, endsAt: string, more: object = {}) => [
  'create_event',
  { title, ...more, startsAt: `2026-11-${startsAt}`, endsAt: `2026-11-${endsAt}` },
];

describe('messages of the first week', () => {
  test.each([
    [['make the dentist 30 min', 'actually 20'], [updated('dentist', '24T14:00', '24T14:20')]],
    [['move the dentist from 2pm to 4pm'], [updated('dentist', '24T16:00', '24T17:00')]],
    [['dentist at 3 instead of 2'], [updated('dentist', '24T15:00', '24T16:00')]],
    [['extend the dentist to 4pm'], [updated('dentist', '24T14:00', '24T16:00')]],
    [['move the dentist after the interview'], [updated('dentist', '24T17:00', '24T18:00')]],
    [['move the dentist before the interview'], [updated('dentist', '24T15:00', '24T16:00')]],
    [['push my next meeting by 15'], [updated('interview', '24T16:15', '24T17:15')]],
    [['make the dentist start 15 minutes later'], [updated('dentist', '24T14:15', '24T15:15')]],
    [
      ['dentist at 9 and haircut at 11 tomorrow'],
      [created('Dentist', '24T09:00', '24T10:00'), created('Haircut', '24T11:00', '24T12:00')],
    ],
    [['gym at noon'], [created('Gym', '23T12:00', '23T13:00')]],
    [
      ["table for 4 at Luigi's Friday 7pm"],
      [created('Table', '27T19:00', '27T20:00', { location: "Luigi's" })],
    ],
    [['Review in Room 5 tomorrow at 3'], [created('Review', '24T15:00', '24T16:00', { location: 'Room 5' })]],
    [['book club tomorrow at 7pm'], [created('Book club', '24T19:00', '24T20:00')]],
    [['midnight snack tonight'], [created('Snack', '24T00:00', '24T01:00')]],
    [['block off Friday morning for writing'], [created('Writing', '27T09:00', '27T12:00')]],
    [['keep Friday afternoon free'], [created('Blocked time', '27T12:00', '27T17:00')]],
    [
      ['meeting w sam tomorrow at 4pm'],
      [created('Meeting with Sam', '24T16:00', '24T17:00', { attendees: [sam] })],
    ],
    [
      ['2h writing block every morning next week', 'at 9'],
      [
        [
          'create_event',
          {
            title: 'Writing block',
            recurrenceRule: 'FREQ=DAILY;UNTIL=20261206T235959Z',
            startsAt: '2026-11-30T09:00',
            endsAt: '2026-11-30T11:00',
          },
        ],
      ],
    ],
    [['lunch tomorrow or Friday', 'Friday'], [created('Lunch', '27T12:00', '27T13:00')]],
    [
      ['copy the design review to Thursday'],
      [created('Design review', '26T15:00', '26T16:00', { location: 'Room 4', attendees: [lee] })],
    ],
    [['add coffee tomorrow at 9am', 'for 2 hours'], [created('Coffee', '24T09:00', '24T11:00')]],
    [
      ['cancel my 2pm and my 4pm'],
      [
        ['delete_event', { eventId: 'dentist' }],
        ['delete_event', { eventId: 'interview' }],
      ],
    ],
    [['tax return needs 4 hours'], [['update_task', { taskId: 'tax', durationMinutes: 240 }]]],
    [
      ['take out the trash every Monday'],
      [['create_task', { title: 'Take out the trash', recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO' }]],
    ],
    [
      ['remind me 10 minutes before the dentist'],
      [['create_task', { title: 'Dentist', dueAt: '2026-11-24T13:50', hours: 'personal' }]],
    ],
    [
      ['remind me an hour before the interview to print the CV'],
      [['create_task', { title: 'Print the CV', dueAt: '2026-11-24T15:00' }]],
    ],
    [['wake me up at 7'], [['create_task', { title: 'Wake up', dueAt: '2026-11-24T07:00' }]]],
    [['add task: to pay rent'], [['create_task', { title: 'Pay rent' }]]],
    [
      ["add 'call the bank' to my tasks for tomorrow"],
      [['create_task', { title: 'Call the bank', dueOn: '2026-11-24' }]],
    ],
    [
      ['finish the report by friday 3pm, 2 hours'],
      [['create_task', { title: 'Finish the report', dueAt: '2026-11-27T15:00', durationMinutes: 120 }]],
    ],
    [
      ['propose Thursday at 2 or 4 to Lee for a 45 minute demo'],
      [
        [
          'create_meeting_request',
          {
            title: 'Demo',
            durationMinutes: 45,
            times: ['2026-11-26T14:00:00.000Z', '2026-11-26T16:00:00.000Z'],
            attendees: [lee],
          },
        ],
      ],
    ],
    [['offer the job to Lee'], []],
    [
      ['9-10 gym, 10:30-11 writing tomorrow'],
      [created('Gym', '24T09:00', '24T10:00'), created('Writing', '24T10:30', '24T11:00')],
    ],
    [['plan tomorrow'], [['plan', { from: '2026-11-24T00:00', to: '2026-11-25T00:00' }]]],
    [
      ['work on the quarterly report tomorrow at 10'],
      [created('Work on the quarterly report', '24T10:00', '24T11:00')],
    ],
    [['clear my day'], [['delete_event', { eventId: 'lunch' }]]],
    [
      ["Sam's birthday on Friday"],
      [['create_event', { title: "Sam's birthday", startsOn: '2026-11-27', endsOn: '2026-11-28' }]],
    ],
    [['make the dentist 45 minutes', 'actually 4'], [updated('dentist', '24T16:00', '24T16:45')]],
    [
      ['remind me to call Sam an hour before the dentist'],
      [['create_task', { title: 'Call Sam', dueAt: '2026-11-24T13:00' }]],
    ],
  ] as const)('%j', (texts, calls) => {
    expect(listCalls(...texts)).toEqual(calls);
  });

  test.each([
    ['work until 5 every day', /^When is 'Work'\?$/],
    ['postpone the dentist', /^When should 'Dentist', Tue, 24 Nov 2026, .*, be instead\?$/],
    ['convert the tax return to an event', /^When is 'The tax return'\?$|^When is 'Tax return'\?$/],
    ['lunch on Dec 32', /^There is no Dec 32\. Nothing was changed\.$/],
    ['what did I have on Nov 20', /^1 event on Fri, 20 Nov 2026:\n.*Standup/],
    ['what did I have last Friday', /^1 event on Fri, 20 Nov 2026:\n.*Standup/],
    ['how many hours of events do I have tomorrow', /^2 h on Tue, 24 Nov 2026, in 2 events\.$/],
    ['do I have any conflicts', /^No events overlap in the next 7 days\.$/],
    ['tomorrow', /^2 events on Tue, 24 Nov 2026:\n.*Dentist.*\n.*Interview/],
    [
      'what do I have after 3 this week',
      /^2 events from Mon, 23 Nov 2026 to Sun, 29 Nov 2026, after 15:00 \(UTC\) on each day:\n.*Interview.*\n.*Design review/,
    ],
    [
      'when am I free before 10 this week',
      /^Free:\n• Tue, 24 Nov 2026, 09:00–10:00.*\n• Wed, 25 Nov 2026, 09:00–10:00/,
    ],
    ['turn off reminders for the dentist', /is set in Preferences/],
    ["what's my busiest day this week", /^Your busiest day is Tue, 24 Nov 2026: 2 h in 2 events\.$/],
    ['when am I least busy this week', /^Your least busy day is Thu, 26 Nov 2026: no events\.$/],
    ['do I have yoga tomorrow', /^I found nothing for 'yoga' on Tue, 24 Nov 2026\.$/],
    ['what do I have after November', /^Nothing after 00:00 \(UTC\) on Tue, 1 Dec 2026\.$/],
    ['did I meet Sam on Friday', /^I found nothing for 'Sam' on Fri, 20 Nov 2026\.$/],
  ])('%j is answered', (text, reply) => {
    const { calls, reply: said } = answer(text);
    expect(calls).toEqual([]);
    expect(said).toMatch(reply);
  });

  test('overlapping events are named', () => {
    const crowded = { ...data, events: [...data.events, event('call', 'Call', '24T16:30')] };
    const { reply, events: shown } = converse('am I double booked tomorrow?', crowded, NEW_DIALOGUE);
    expect(reply).toMatch(/^1 overlap on Tue, 24 Nov 2026:\n• 'Interview'.* and 'Call'/);
    expect(shown.map(({ eventId }) => eventId)).toEqual(['interview', 'call']);
  });

  test("'the second' of no list changes nothing", () => {
    expect(listCalls('add coffee tomorrow at 9am', 'the second')).toEqual([]);
  });

  test('a new request does not answer an open question', () => {
    const asked = answer('lunch tomorrow or Friday').state;
    const { calls } = converse('schedule a review with sam@example.org on Thursday at 3pm', data, asked);
    expect(calls).toMatchObject([
      { tool: 'create_event', input: { title: 'Review with sam@example.org', attendees: [sam] } },
    ]);
    expect(converse('make it Friday', data, asked).calls).toMatchObject([
      { input: { title: 'Lunch', startsAt: '2026-11-27T12:00:00.000Z' } },
    ]);
    expect(converse('cancel the dentist tomorrow at 2', data, asked).calls).toEqual([
      { tool: 'delete_event', input: { eventId: 'dentist' } },
    ]);
  });

  test('the reply says what is cut off', () => {
    const { reply } = answer(`add task water the plants. ${'And so on. '.repeat(120)}`);
    expect(reply).toContain('I read only the first 1000 characters of your message.');
    const lines = Array.from({ length: 51 }, (_, line) => `- task ${line}`).join('\n');
    const pasted = answer(`turn this into tasks:\n${lines}`);
    expect(pasted.calls).toEqual([]);
    expect(pasted.reply).toContain('These are 51 tasks.');
    expect(listCalls(`turn this into tasks:\n${lines.slice(0, lines.lastIndexOf('\n'))}`)).toHaveLength(50);
  });
});

describe('requests with several parts', () => {
  test.each([
    [
      ['gym mon wed fri 6am'],
      [
        created('Gym', '30T06:00', '30T07:00'),
        created('Gym', '25T06:00', '25T07:00'),
        created('Gym', '27T06:00', '27T07:00'),
      ],
    ],
    [
      ['gym Saturday to Monday at 7am'],
      [
        created('Gym', '28T07:00', '28T08:00'),
        created('Gym', '29T07:00', '29T08:00'),
        created('Gym', '30T07:00', '30T08:00'),
      ],
    ],
    [
      ['move lunch to 1 and the dentist to 3'],
      [updated('lunch', '23T13:00', '23T14:00'), updated('dentist', '24T15:00', '24T16:00')],
    ],
    [['move the dentist to 3 and make it 30 minutes'], [updated('dentist', '24T15:00', '24T15:30')]],
    [
      ['tomorrow 9am swim and Friday 2pm yoga'],
      [created('Swim', '24T09:00', '24T10:00'), created('Yoga', '27T14:00', '27T15:00')],
    ],
    [["don't cancel lunch, just move it to 1"], [updated('lunch', '23T13:00', '23T14:00')]],
    [['lunch after the design review'], [created('Lunch', '25T16:00', '25T17:00')]],
    [['cancel my 2 to 3 appointment'], [['delete_event', { eventId: 'dentist' }]]],
    [
      ['book 30 minutes with Sam in my first free slot from tomorrow'],
      [created('Meeting with Sam', '24T09:00', '24T09:30', { attendees: [sam] })],
    ],
    [['I had lunch with Sam yesterday'], []],
  ])('%j', (texts, calls) => {
    expect(listCalls(...texts)).toEqual(calls);
  });
});

describe('a question about a day, and asked again for another one', () => {
  test.each([
    [["what's on tomorrow?", 'and on Wednesday?'], "'Design review', Wed, 25 Nov 2026"],
    [["what's on tomorrow?", 'am I free at 2?'], "you have 'Dentist', Tue, 24 Nov 2026"],
    [["what's on tomorrow?", 'and the day after?'], "'Design review', Wed, 25 Nov 2026"],
    [['What is on 25 November 2026?'], "'Design review', Wed, 25 Nov 2026"],
    [['when am I free tomorrow?', 'what about Friday'], 'Fri, 27 Nov 2026, 09:00–17:00'],
  ])('%j', (texts, reply) => {
    const last = answer(...texts);
    expect(last.reply).toContain(reply);
    expect(last.calls).toEqual([]);
  });
});
