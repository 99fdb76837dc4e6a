import { describe, expect, test } from 'vitest';
import type { DialogueData } from './data.ts';
import { converse } from './dialogue.ts';
import { data, event, events, lee } from './everyday-fixtures.ts';
import { NEW_DIALOGUE } from './state.ts';

/** A series on days of November. */
const series = (id: string, title: string, days: readonly number[]) =>
  days.map((day) => ({
    ...event(id, title, `${day}T09:00`, [lee]),
    recurrenceId: `202611${day}`,
    isRecurring: true,
  }));

const repeating: DialogueData = {
  ...data,
  events: [
    ...events,
    ...series('daily', 'Standup', [16, 17, 18, 19, 20, 23, 24]),
    ...series('weekly', 'Planning', [18, 25]),
  ].toSorted((one, other) => one.start - other.start),
};

const ask = (text: string) => converse(text, repeating, NEW_DIALOGUE);
const targets = (text: string) =>
  ask(text).calls.map(({ input }) => [input.eventId, input.recurrenceId, input.scope]);

describe('events that are named by how they repeat', () => {
  test.each([
    [
      'cancel all recurring meetings',
      [
        ['daily', '20261116', 'following'],
        ['weekly', '20261118', 'following'],
      ],
    ],
    ['cancel all daily meetings', [['daily', '20261116', 'following']]],
    ['cancel all weekly meetings', [['weekly', '20261118', 'following']]],
    ['cancel all monthly meetings', []],
    [
      'delete all repeating events on Wednesday',
      [
        ['daily', '20261118', 'this'],
        ['weekly', '20261118', 'this'],
      ],
    ],
  ])('%s', (text, expected) => expect(targets(text)).toEqual(expected));

  test('questions list them alone', () => {
    expect(ask('what are my weekly meetings').events.map(({ title }) => title)).toEqual(['Planning']);
  });
});

describe('a series that is deleted or moved as a whole', () => {
  test.each([
    'cancel all standups except friday',
    'cancel all standups except the one on friday',
    "delete all my standups but not friday's",
    'move all standups to 11 except the one on friday',
  ])('leaves no single time out: %s', (text) => {
    const { calls, isRefusal, reply } = ask(text);
    expect({ calls, isRefusal }).toEqual({ calls: [], isRefusal: true });
    expect(reply).toContain('Name the weeks');
  });

  test('its times in a week are deleted without the excepted one', () => {
    expect(targets('cancel all standups this week except Friday')).toEqual(
      [16, 17, 18, 19].map((day) => ['daily', `202611${day}`, 'this']),
    );
  });

  test('others are excepted as wholes', () => {
    expect(targets('cancel all recurring meetings except the standup')).toEqual([
      ['weekly', '20261118', 'following'],
    ]);
  });
});
