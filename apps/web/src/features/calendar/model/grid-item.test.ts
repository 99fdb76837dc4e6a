import type { Calendar } from '@dayloom/contracts';
import { expect, it } from 'vitest';
import { eventItemId } from '#lib/calendar-links.ts';
import { anOccurrence } from '#test/fixtures.ts';
import { countCards, eventItems, samePlace, toTimes, withPlace } from './grid-item.ts';
import { describeItem } from './place-words.ts';

const calendar: Calendar = {
  _id: 'c1',
  name: 'Team',
  color: '#FF9BC8',
  kind: 'imported',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
  canInvite: true,
  isDefault: false,
  accountId: null,
  version: 1,
};

it('events have the colour of their calendar; hidden and cancelled ones are left out', () => {
  const shown = anOccurrence({ calendarId: 'c1' });
  const items = eventItems(
    [shown, anOccurrence({ calendarId: 'c2' }), anOccurrence({ calendarId: 'c1', status: 'cancelled' })],
    [calendar, { ...calendar, _id: 'c2', isVisible: false }],
  );
  expect(items).toMatchObject([{ id: eventItemId(shown), color: '#FF9BC8', look: 'event' }]);
});

it('a name says what and when an item is', () => {
  const [item] = eventItems([anOccurrence({ calendarId: 'c1', isRecurring: true })], [calendar]);
  expect(item && describeItem(item)).toMatch(/^Stand-up, Event, in Team, repeats, .*Nov.*:/);
});

it('only whole days have dates', () => {
  const [timed, whole] = eventItems(
    [
      anOccurrence({ startsOn: '2026-11-20', endsOn: '2026-11-21' }),
      anOccurrence({ isAllDay: true, startsOn: '2026-11-20', endsOn: '2026-11-22' }),
    ],
    [],
  );
  expect(timed).toMatchObject({ startsOn: null, endsOn: null });
  expect(whole && toTimes(whole)).toEqual({ startsOn: '2026-11-20', endsOn: '2026-11-22' });
  expect(whole && describeItem(whole)).toMatch(/all day$/);
});

it('held items are where they were put, the others stay', () => {
  const items = eventItems([anOccurrence(), anOccurrence()], []);
  const [first, second] = items;
  if (!first || !second) throw new Error('two items expected');
  const place = { ...first, startsAt: '2026-11-20T12:00:00Z', endsAt: '2026-11-20T12:30:00Z' };
  const held = withPlace(items, first, place);
  expect(held[0]).toMatchObject({ id: first.id, startsAt: place.startsAt });
  expect(held[1]).toBe(second);
  // Moved by key to days whose data are not loaded.
  expect(withPlace([second], first, place)).toHaveLength(2);
  expect(samePlace(first, place)).toBe(false);
  expect(samePlace(first, { ...first, startsAt: '2026-11-20T10:00:00+01:00' })).toBe(true);
});

it('counts the items on top of the first lines of an item', () => {
  const at = (title: string, from: string, to: string) => {
    const occurrence = anOccurrence({ title, startsAt: `2026-11-20T${from}Z`, endsAt: `2026-11-20T${to}Z` });
    const [item] = eventItems([occurrence], []);
    if (!item) throw new Error('an item expected');
    return item;
  };
  const [long, short, late, alone] = [
    at('Long', '09:00', '11:00'),
    at('Short', '09:00', '09:30'),
    at('Late', '10:00', '10:30'),
    at('Alone', '12:00', '13:00'),
  ];
  const ghost = { ...at('Ghost', '12:00', '13:00'), look: 'ghost' as const };
  const day = { ...at('Day', '00:00', '23:00'), startsOn: '2026-11-20', endsOn: '2026-11-21' };
  const counts = countCards([alone, late, short, long, ghost, day]);
  // The late one is beside the text of the long one, not on it.
  expect([...counts]).toEqual([[long.id, 1]]);
  // The title decides between two that are equal otherwise.
  const [a, b] = [at('A', '09:00', '10:00'), at('B', '09:00', '10:00')];
  expect([...countCards([b, a]).keys()]).toEqual([a.id]);
});
