import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData, DialogueTask } from './data.ts';
import { converse } from './dialogue.ts';
import { type DialogueState, NEW_DIALOGUE } from './state.ts';
import { ABILITIES } from './wording.ts';

/** Replies to requests that change nothing. */
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);
const interval = (start: string, minutes = 60) => ({
  start: at(start),
  end: at(start) + minutes * MINUTE_MS,
});

const task = (id: string, title: string, planned: DialogueTask['planned'] = null): DialogueTask => ({
  id,
  title,
  project: null,
  status: 'open',
  dueOn: null,
  dueAt: null,
  durationMinutes: 60,
  priority: 3,
  isRecurring: false,
  planned,
});

const data: DialogueData = {
  now: at('16T08:00'),
  timeZone: 'UTC',
  isMonthFirst: true,
  events: [
    {
      eventId: 'lunch',
      recurrenceId: null,
      title: 'Lunch',
      ...interval('17T12:00'),
      isAllDay: false,
      startsOn: null,
      endsOn: null,
      location: '',
      attendees: [],
      isRecurring: false,
    },
  ],
  tasks: [
    task('shopping', 'Buy milk, eggs and bread'),
    task('report', 'Write the report', interval('17T14:00')),
    {
      ...task('slides', 'Slides', interval('18T14:00')),
      places: [interval('18T14:00'), interval('18T16:00'), interval('19T09:00')],
    },
  ],
  people: [{ name: 'Ana Silva', email: 'ana@example.org' }],
  hours: Array.from({ length: 20 }, (_, day) => ({
    start: at('16T09:00') + day * DAY_MS,
    end: at('16T17:00') + day * DAY_MS,
  })),
  busy: [],
};
const empty: DialogueData = { ...data, events: [], tasks: [] };

const say = (text: string, state: DialogueState = NEW_DIALOGUE, known = data) => converse(text, known, state);

describe('a message that is not understood', () => {
  test('gets the whole list once, and then two examples', () => {
    const first = say('blue elephants');
    expect(first).toMatchObject({
      kind: 'not_understood',
      reply: `I did not understand 'blue elephants'. Nothing was changed. ${ABILITIES}`,
    });
    const second = say('green elephants', first.state);
    expect(second).toMatchObject({
      kind: 'not_understood',
      reply: `I did not understand 'green elephants'. Nothing was changed. Try 'Move Lunch to tomorrow at 15:00' or 'Complete "Write the report"', or write 'help' for more.`,
    });
    expect(say('help', second.state).reply).toBe(ABILITIES);
    expect(say('red elephants', say('help').state).reply).not.toContain(ABILITIES);
  });

  test.each([
    ['of what there is', data],
    ['of something new', empty],
  ])('has examples %s that are understood', (_, known) => {
    const { reply } = say('blue elephants', { ...NEW_DIALOGUE, knowsAbilities: true }, known);
    const [, one = '', other = ''] = /Try '(.+)' or '(.+)', or write/.exec(reply) ?? [];
    for (const text of [one, other])
      expect({ text, kind: say(text, NEW_DIALOGUE, known).kind }).toEqual({ text, kind: 'calls' });
  });
});

describe('a refusal', () => {
  test.each([
    ['clear my Friday', 'There is nothing in your calendar on Fri, 20 Nov 2026. Nothing was changed.'],
    [
      'clear my Thursday',
      "There is nothing in your calendar on Thu, 19 Nov 2026. Only events are deleted: 'Slides' stays planned. Nothing was changed.",
    ],
    [
      'cancel all events Friday',
      'There is nothing in your calendar on Fri, 20 Nov 2026. Nothing was changed.',
    ],
    ['cancel the dentist', "I found nothing in your calendar for 'the dentist'. Nothing was changed."],
  ])('%s', (text, reply) => {
    expect(say(text)).toMatchObject({ kind: 'answer', isRefusal: true, reply });
  });

  test('next to a change is not about the whole message', () => {
    const answer = say('cancel lunch and complete the laundry');
    expect(answer).toMatchObject({ kind: 'calls', isRefusal: false });
    expect(answer.reply).toMatch(/^I found no open task for '.*laundry'\.$/);
  });

  test('is no question about what is not there', () => {
    expect(say('when is the dentist?')).toMatchObject({ kind: 'answer', isRefusal: false });
  });
});

test("'everything' is the calendar, and the reply names what stays", () => {
  expect(say('delete everything')).toMatchObject({
    calls: [{ tool: 'delete_event' }],
    reply: 'Only events are deleted: your 3 open tasks stay.',
  });
  expect(say('delete everything', NEW_DIALOGUE, { ...data, tasks: [] }).reply).toBe('');
  expect(say('clear my Tuesday')).toMatchObject({
    calls: [{ tool: 'delete_event' }],
    reply: "Only events are deleted: 'Write the report' stays planned.",
  });
});

test('a question about a day lists the tasks that have a time then', () => {
  const answer = say("what's on November 17");
  expect(answer.reply).toBe(
    [
      '1 event on Tue, 17 Nov 2026:',
      "• 'Lunch', Tue, 17 Nov 2026, 12:00–13:00 (UTC)",
      '1 task planned on Tue, 17 Nov 2026:',
      "• 'Write the report', Tue, 17 Nov 2026, 14:00–15:00 (UTC)",
    ].join('\n'),
  );
  expect(answer.tasks.map(({ id }) => id)).toEqual(['report']);
  expect(say("what's on November 18").reply).toBe(
    [
      '1 task planned on Wed, 18 Nov 2026:',
      "• 'Slides', Wed, 18 Nov 2026, 14:00–15:00 (UTC)",
      "• 'Slides', Wed, 18 Nov 2026, 16:00–17:00 (UTC)",
    ].join('\n'),
  );
  // Meetings are no tasks.
  expect(say('what meetings do I have on November 17?').tasks).toEqual([]);
});

test('a part of what a task lists does not complete it before somebody says so', () => {
  const question = say('complete milk');
  expect(question).toMatchObject({
    kind: 'question',
    calls: [],
    reply: "Do you mean the whole task 'Buy milk, eggs and bread'?",
  });
  const completed = [{ tool: 'complete_task', input: { taskId: 'shopping' } }];
  expect(say('yes', question.state).calls).toEqual(completed);
  expect(say('no', question.state)).toMatchObject({ kind: 'answer', calls: [] });
  for (const text of ['complete buy milk, eggs and bread', 'complete milk, eggs and bread'])
    expect(say(text).calls).toEqual(completed);
  expect(say('complete the report').calls).toEqual([{ tool: 'complete_task', input: { taskId: 'report' } }]);
});

test('relatives are not asked for by an address', () => {
  expect(say('dinner with parents on Friday at 7')).toMatchObject({
    reply: '',
    calls: [{ tool: 'create_event', input: { title: 'Dinner with parents' } }],
  });
  expect(say('dinner with Priya on Friday at 7').reply).toContain('no address for Priya');
});

test('days that are left out are not offered', () => {
  const ask = (text: string) => converse(text, data, NEW_DIALOGUE).reply;
  expect(ask('when am I free this week, not Tuesday or Thursday')).toMatch(/Mon.*\n.*Wed.*\n.*Fri/);
  expect(ask('when am I free this week, not Tuesday or Thursday')).not.toMatch(/Tue,|Thu,/);
  expect(ask('when am I free this week except on Mondays')).not.toMatch(/Mon,/);
});

test('a word is not taken for another one that is like it without its ending', () => {
  const plants = { ...data, tasks: [task('water', 'Water the plants')] };
  expect(converse('make planning 15 minutes shorter', plants, NEW_DIALOGUE).calls).toEqual([]);
  expect(converse('make plants 15 minutes shorter', plants, NEW_DIALOGUE).calls).toEqual([
    { tool: 'update_task', input: { taskId: 'water', durationMinutes: 45 } },
  ]);
});
