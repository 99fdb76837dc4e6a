import type { Calendar } from '@dayloom/contracts';
import { expect, it } from 'vitest';
import { anOccurrence } from '#test/fixtures.ts';
import { eventItemId, eventItems, samePlace, toTimes, withPlace } from './grid-item.ts';
import { describeItem } from './place-words.ts';

const calendar: Calendar = {
  _id: 'c1',
  name: 'Team',
  color: '#FF9BC8',
  kind: 'imported',
  isVisible: true,
  blocksTime: true,
  isWritable: true,
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
