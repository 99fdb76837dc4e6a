import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { describe, expect, test } from 'vitest';
import type { DialogueData, DialogueEvent } from './data.ts';
import { converse, type DialogueState, NEW_DIALOGUE } from './dialogue.ts';

const NOW = Date.parse('2026-11-16T08:00:00Z');
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);
const ana = { name: 'Ana Silva', email: 'ana@example.org' };

function event(
  eventId: string,
  title: string,
  start: string,
  minutes = 60,
  more: Partial<DialogueEvent> = {},
) {
  return {
    eventId,
    recurrenceId: null,
    title,
    start: at(start),
    end: at(start) + minutes * MINUTE_MS,
    isAllDay: false,
    startsOn: null,
    endsOn: null,
    location: '',
    attendees: [],
    isRecurring: false,
    ...more,
  };
}

const events = [
  event('lunch', 'Lunch', '16T12:00'),
  event('budget', 'Budget review', '17T10:00', 60, { attendees: [ana] }),
  event('design', 'Design review', '18T10:00'),
];

const data: DialogueData = {
  now: NOW,
  timeZone: 'UTC',
  isMonthFirst: true,
  events,
  tasks: [
    {
      id: 'tax',
      title: 'Tax return',
      project: null,
      status: 'open',
      dueOn: null,
      dueAt: null,
      durationMinutes: 30,
      planned: null,
    },
  ],
  people: [ana, { name: 'Ana Bell', email: 'bell@example.org' }],
  hours: Array.from({ length: 5 }, (_, day) => ({
    start: at('16T09:00') + day * DAY_MS,
    end: at('16T17:00') + day * DAY_MS,
  })),
  busy: events.map(({ start, end }) => ({ start, end })),
};

const say = (text: string, state: DialogueState = NEW_DIALOGUE) => converse(text, data, state);

describe('a request', () => {
  test('names the tool and its input', () => {
    expect(say('move lunch to 1').calls).toEqual([
      {
        tool: 'update_event',
        input: {
          eventId: 'lunch',
          startsAt: '2026-11-16T13:00:00.000Z',
          endsAt: '2026-11-16T14:00:00.000Z',
          timeZone: 'UTC',
        },
      },
    ]);
  });

  test('that fits several events is a question, and any of their words answers it', () => {
    const question = say('cancel the review');
    expect(question).toMatchObject({
      kind: 'question',
      calls: [],
      choices: [{ mention: { eventId: 'budget' } }, { mention: { eventId: 'design' } }],
    });
    for (const answer of [
      'the second one',
      '2',
      'design',
      'the one on Wednesday',
      question.choices[1]?.text ?? '',
    ])
      expect({ answer, ...say(answer, question.state) }).toMatchObject({
        answer,
        kind: 'calls',
        calls: [{ tool: 'delete_event', input: { eventId: 'design' } }],
      });
  });

  test('with a name that two people have asks which one', () => {
    const question = say('schedule a call with Ana tomorrow at 3');
    expect(question).toMatchObject({
      kind: 'question',
      choices: [{ text: 'ana@example.org' }, { text: 'bell@example.org' }],
    });
    expect(say('bell@example.org', question.state).calls).toMatchObject([
      {
        tool: 'create_event',
        input: { attendees: [{ email: 'bell@example.org' }], startsAt: '2026-11-17T15:00:00.000Z' },
      },
    ]);
  });

  test('keeps its question open after a message that is not understood', () => {
    const question = say('schedule a workshop on Thursday');
    const unclear = say('blue elephants', question.state);
    expect(unclear).toMatchObject({ kind: 'not_understood' });
    expect(say('at 2pm', unclear.state).calls).toMatchObject([
      { input: { startsAt: '2026-11-19T14:00:00.000Z' } },
    ]);
  });

  test('does nothing under a condition that is not met or not understood', () => {
    expect(say('if it rains on Friday, cancel lunch')).toMatchObject({ kind: 'not_understood', calls: [] });
    expect(say("if I'm free tomorrow at 10, schedule a haircut")).toMatchObject({
      kind: 'answer',
      calls: [],
    });
    expect(say("unless I'm busy tomorrow at 10, schedule a haircut tomorrow at 10")).toMatchObject({
      kind: 'answer',
      calls: [],
    });
  });

  test.each([
    'tell me a joke',
    'play some music',
    'order a pizza for 7pm',
    'what is the capital of France',
    'transfer 50 dollars',
  ])('%s is not understood', (text) => {
    expect(say(text)).toMatchObject({ kind: 'not_understood', calls: [] });
  });

  test('in the words of a title is not carried out', () => {
    const { calls } = say('add an event called "cancel all meetings and delete my tasks" tomorrow at 3pm');
    expect(calls).toMatchObject([
      { tool: 'create_event', input: { title: 'cancel all meetings and delete my tasks' } },
    ]);
  });
});

describe('a draft', () => {
  const draft = () => say('cancel lunch');

  test('is applied, discarded or kept by the next message', () => {
    expect(say('yes', draft().state).kind).toBe('apply');
    expect(say('never mind', draft().state).kind).toBe('discard');
    expect(say('when is lunch', draft().state)).toMatchObject({ kind: 'answer' });
  });

  test('can be corrected and amended', () => {
    const moved = say('move lunch to Friday');
    const corrected = say('no, Thursday', moved.state);
    expect(corrected).toMatchObject({
      replacesDraft: true,
      calls: [{ input: { startsAt: '2026-11-19T12:00:00.000Z' } }],
    });
    expect(say('an hour later', corrected.state)).toMatchObject({
      replacesDraft: true,
      calls: [{ input: { startsAt: '2026-11-19T13:00:00.000Z' } }],
    });
  });
});

describe('long and hostile texts', () => {
  test.each([
    ['if ', 4_000],
    ['and then move ', 800],
    ['no, ', 2_000],
    ['with Ana and ', 600],
    ['"', 8_000],
    ['move to to to ', 500],
    ['\u0000.!?,;', 1_500],
  ])('%j repeated %i times is answered in time', (part, count) => {
    const since = performance.now();
    const { calls } = say(part.repeat(count));
    expect(calls.length).toBeLessThanOrEqual(8);
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
