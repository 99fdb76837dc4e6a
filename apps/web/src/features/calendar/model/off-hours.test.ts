import { describe, expect, it } from 'vitest';
import { firstHourShown, offHours } from './off-hours.ts';

const hours = {
  mon: [['09:00', '17:00']],
  tue: [['09:00', '17:00']],
  wed: [['09:00', '17:00']],
  thu: [['09:00', '17:00']],
  fri: [['09:00', '17:00']],
} satisfies Record<string, [string, string][]>;

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

describe('off hours', () => {
  it('surround the working hours of a day', () => {
    expect(offHours(range('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'), hours, 'UTC')).toEqual([
      { startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-16T09:00:00.000Z' },
      { startsAt: '2026-11-16T17:00:00.000Z', endsAt: '2026-11-17T00:00:00.000Z' },
    ]);
  });

  it('run through a weekend with a clock change', () => {
    // Friday evening to Monday morning in Berlin, 27 to 30 March 2026: 63 hours instead of 64 because of DST.
    const off = offHours(range('2026-03-26T23:00:00Z', '2026-03-30T22:00:00Z'), hours, 'Europe/Berlin');
    expect(off).toEqual([
      { startsAt: '2026-03-26T23:00:00.000Z', endsAt: '2026-03-27T08:00:00.000Z' },
      { startsAt: '2026-03-27T16:00:00.000Z', endsAt: '2026-03-30T07:00:00.000Z' },
      { startsAt: '2026-03-30T15:00:00.000Z', endsAt: '2026-03-30T22:00:00.000Z' },
    ]);
  });

  it('follow the home zone when the viewer is elsewhere', () => {
    // Working hours in Tokyo, seen from New York: 23:00 to 7:00.
    const off = offHours(range('2026-11-16T15:00:00Z', '2026-11-17T15:00:00Z'), hours, 'America/New_York');
    expect(off).toEqual([{ startsAt: '2026-11-16T22:00:00.000Z', endsAt: '2026-11-17T14:00:00.000Z' }]);
  });

  it('are empty when no hours are known', () => {
    expect(offHours(range('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'), {}, 'UTC')).toEqual([]);
  });

  it('follow the special hours of a date; a closed one is all off', () => {
    const overrides = { '2026-11-17': [], '2026-11-18': [['22:00', '24:00']] } satisfies Record<
      string,
      [string, string][]
    >;
    const off = offHours(range('2026-11-16T00:00:00Z', '2026-11-19T00:00:00Z'), hours, 'UTC', overrides);
    expect(off).toEqual([
      { startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-16T09:00:00.000Z' },
      { startsAt: '2026-11-16T17:00:00.000Z', endsAt: '2026-11-18T22:00:00.000Z' },
    ]);
    const alone = { '2026-11-16': overrides['2026-11-18'] };
    expect(offHours(range('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'), {}, 'UTC', alone)).toHaveLength(1);
    expect(
      offHours(range('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'), {}, 'UTC', { '2026-11-16': [] }),
    ).toEqual([]);
  });

  it('handle split days and midnight', () => {
    const split = {
      mon: [
        ['13:00', '24:00'],
        ['08:00', '12:00'],
      ],
    } satisfies Record<string, [string, string][]>;
    expect(offHours(range('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'), split, 'UTC')).toEqual([
      { startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-16T08:00:00.000Z' },
      { startsAt: '2026-11-16T12:00:00.000Z', endsAt: '2026-11-16T13:00:00.000Z' },
    ]);
  });
});

it('the grid opens a little before work begins', () => {
  expect(firstHourShown(hours)).toBe('07:45:00');
  expect(firstHourShown({})).toBe('07:45:00');
  expect(firstHourShown({ sat: [['00:30', '02:00']] })).toBe('00:00:00');
});

it('the grid opens later when the current hour would be out of sight', () => {
  const openedAt = [0, 9, 12, 13, 18, 23].map((hourNow) => firstHourShown(hours, hourNow));
  expect(openedAt).toEqual(['07:45:00', '07:45:00', '07:45:00', '08:45:00', '13:45:00', '18:45:00']);
});
