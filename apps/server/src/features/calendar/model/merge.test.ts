import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RemoteEvent } from './event.ts';
import { isSameObject, mergeObjects } from './merge.ts';

const event: RemoteEvent = {
  uid: 'a',
  recurrenceId: null,
  title: 'Review',
  description: '',
  location: 'Room 2',
  status: 'confirmed',
  isBusy: true,
  isAllDay: false,
  start: { at: '20261123T100000', timeZone: 'Europe/Berlin' },
  end: { at: '20261123T110000', timeZone: 'Europe/Berlin' },
  recurrence: null,
  details: {},
  zoneDefinition: null,
  madeBy: null,
};
const later = {
  start: { at: '20261123T140000', timeZone: 'Europe/Berlin' },
  end: { at: '20261123T150000', timeZone: 'Europe/Berlin' },
};
const day = (date: number) => ({ at: `202611${date}T090000`, timeZone: 'UTC' });
const series = (exdates: readonly number[] = []): RemoteEvent => ({
  ...event,
  recurrence: { rules: ['FREQ=DAILY'], exceptionRules: [], rdates: [], exdates: exdates.map(day) },
});
const instance = (date: number, change: Partial<RemoteEvent> = {}): RemoteEvent => ({
  ...event,
  recurrenceId: day(date),
  ...change,
});

describe('merging the changes of two sides', () => {
  test('keeps a move here and a new title there', () => {
    const { events, mergeConflicts } = mergeObjects(
      [event],
      [{ ...event, ...later }],
      [{ ...event, title: 'Review with Priya' }],
    );
    expect(events).toEqual([{ ...event, ...later, title: 'Review with Priya' }]);
    expect(mergeConflicts).toEqual([]);
  });

  test('keeps their move of two, and reports ours', () => {
    const mine = { ...event, ...later };
    const theirs = { ...event, end: { at: '20261123T113000', timeZone: 'Europe/Berlin' } };
    const merge = mergeObjects([event], [mine], [theirs]);
    expect(merge.events).toEqual([theirs]);
    expect(merge.mergeConflicts).toEqual([{ mine, theirs, fields: ['time'] }]);
  });

  test('accepts the same move on both sides without a conflict', () => {
    const moved = { ...event, ...later };
    expect(mergeObjects([event], [moved], [moved])).toEqual({ events: [moved], mergeConflicts: [] });
  });

  test('deletes an event that was deleted there and changed here, and reports ours', () => {
    const mine = { ...event, title: 'Kept?' };
    expect(mergeObjects([event], [mine], [])).toEqual({
      events: [],
      mergeConflicts: [{ mine, theirs: null, fields: [] }],
    });
  });

  test('keeps an event that was deleted here and changed there', () => {
    const theirs = { ...event, title: 'Still on' };
    expect(mergeObjects([event], [], [theirs])).toEqual({
      events: [theirs],
      mergeConflicts: [{ mine: null, theirs, fields: [] }],
    });
  });

  test('deletes one instance for each side', () => {
    const { events, mergeConflicts } = mergeObjects([series()], [series([24])], [series([25])]);
    expect(events).toEqual([series([24, 25])]);
    expect(mergeConflicts).toEqual([]);
  });

  test('moves an instance here and renames the series there', () => {
    const renamed = { ...series(), title: 'Stand-up' };
    const { events } = mergeObjects([series()], [series(), instance(24, later)], [renamed]);
    expect(isSameObject(events, [renamed, instance(24, later)])).toBe(true);
  });

  test('deletes a series with its instances, unless one was changed there', () => {
    expect(mergeObjects([series(), instance(24)], [], [series(), instance(24)]).events).toEqual([]);
    const there = [series(), instance(24, { title: 'Guest' })];
    expect(mergeObjects([series(), instance(24)], [], there).events).toEqual(there);
  });

  const change = fc.record(
    {
      title: fc.constantFrom('A', 'B'),
      location: fc.constantFrom('X', 'Y'),
      isBusy: fc.boolean(),
      start: fc.constantFrom(event.start, later.start),
    },
    { requiredKeys: [] },
  );
  const side = fc.oneof(
    { weight: 4, arbitrary: change.map((it) => [{ ...event, ...it }]) },
    { weight: 1, arbitrary: fc.constant([]) },
  );

  test('loses no change without reporting it', () => {
    const getField = { title: 'title', location: 'location', isBusy: 'availability', start: 'time' } as const;
    fc.assert(
      fc.property(side, side, (mine, theirs) => {
        const { events, mergeConflicts } = mergeObjects([event], mine, theirs);
        const received = mergeConflicts[0]?.fields;
        const [merged] = events;
        const lost = (['title', 'location', 'isBusy', 'start'] as const).flatMap((key) => {
          const sides = received?.includes(getField[key]) ? [theirs] : [mine, theirs];
          return sides.flatMap(([one]) =>
            one && merged && one[key] !== event[key] && one[key] !== merged[key] ? [{ key, one }] : [],
          );
        });
        // Deleted on one side and changed on the other: the remote object is used as a whole.
        expect(received?.length === 0 ? events : lost).toEqual(received?.length === 0 ? theirs : []);
      }),
    );
  });

  test('changes nothing when merged again', () => {
    fc.assert(
      fc.property(side, side, (mine, theirs) => {
        const { events } = mergeObjects([event], mine, theirs);
        expect(mergeObjects(theirs, events, theirs).events).toEqual(events);
      }),
    );
  });
});
