import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { NewBooking } from './booking.ts';
import { NewEvent } from './calendar.ts';
import { BookingQuestion, EventLocation, NewEventType } from './event-types.ts';
import { NewMeetingRequest } from './meetings.ts';

const booking = {
  username: 'maya',
  startsAt: '2026-11-20T16:00:00Z',
  timeZone: 'UTC',
  name: 'Ada',
  email: 'ada@example.org',
};
const event = {
  title: 'Lunch',
  location: 'Here',
  attendees: [],
  startsAt: '2026-11-20T16:00:00Z',
  endsAt: '2026-11-20T17:00:00Z',
};
const request = {
  title: 'Review',
  durationMinutes: 30,
  times: ['2026-11-20T16:00:00Z'],
  attendees: ['ada@example.org'],
  timeZone: 'UTC',
};
const question = { id: 'topic', label: 'Topic', kind: 'choice', choices: ['Sales'], isRequired: true };

/** A line that other people read: the schema, the path of the field, and an input with the text there. */
type Line = [string, z.ZodType, (string | number)[], (text: string) => object];

const required: Line[] = [
  ["a visitor's name", NewBooking, ['name'], (text) => ({ ...booking, name: text })],
  [
    'the title of an event type',
    NewEventType,
    ['title'],
    (text) => ({ slug: 'intro', durations: [30], title: text }),
  ],
  ['a place of bookings', EventLocation, ['text'], (text) => ({ kind: 'place', text })],
  ['a question', BookingQuestion, ['label'], (text) => ({ ...question, label: text })],
  ['a choice', BookingQuestion, ['choices', 0], (text) => ({ ...question, choices: [text] })],
  ['the title of a meeting request', NewMeetingRequest, ['title'], (text) => ({ ...request, title: text })],
];

const optional: Line[] = [
  ['the place of a meeting', NewMeetingRequest, ['location'], (text) => ({ ...request, location: text })],
  [
    'the name of an attendee',
    NewMeetingRequest,
    ['attendees', 0, 'name'],
    (text) => ({ ...request, attendees: [{ email: 'ada@example.org', name: text }] }),
  ],
];

test.each(required)('%s must have a character that is visible', (_name, schema, path, withText) => {
  for (const text of ['', '\u200B\u200B', '\u3164'])
    expect(schema.safeParse(withText(text)).error?.issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ path })]),
    );
});

describe.each([...required, ...optional])('%s', (_name, schema, path, withText) => {
  test.each(Array.from('\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'))(
    'must not contain %j, which turns letters around',
    (character) => {
      expect(schema.safeParse(withText(`gnp.${character}exe`)).error?.issues).toMatchObject([
        { path: expect.arrayContaining(path), message: 'must not turn its letters around' },
      ]);
    },
  );

  test.each(['محمد', 'שלום', 'Maya \u200F(מאיה)\u200E', '東京', '👩‍💻'])('may be %s', (text) => {
    expect(schema.safeParse(withText(text)).error).toBeUndefined();
  });
});

test.each(optional)('%s is left out if it shows nothing', (_name, schema, path, withText) => {
  const parsed = schema.safeParse(withText(' \u200B\u3164')).data;
  expect(path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), parsed)).toBe('');
});

test('a text of an event may, because it may come from another calendar and be sent back', () => {
  const text = 'gnp.\u202Eexe';
  const sent = {
    ...event,
    title: text,
    location: text,
    attendees: [{ email: 'ada@example.org', name: text }],
  };
  expect(NewEvent.safeParse(sent).error).toBeUndefined();
});
