import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  findDayNumber,
  formatDayNumber,
  fromDayNumber,
  fromLocalMs,
  getWeekday,
  toDayNumber,
  toLocalMs,
} from './civil-date.ts';

it('agrees with the calendar of Date', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_000, max: 2_930_000 }), (day) => {
      const date = new Date(day * 86_400_000);
      expect(fromDayNumber(day)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      });
      const { year, month, day: dayOfMonth } = fromDayNumber(day);
      expect(toDayNumber(year, month, dayOfMonth)).toBe(day);
      expect(getWeekday(day)).toBe(date.getUTCDay());
      expect(year < 0 ? day : findDayNumber(formatDayNumber(day))).toBe(day);
    }),
  );
});

it('converts local milliseconds in both directions', () => {
  fc.assert(
    fc.property(fc.integer({ min: -6e13, max: 2.5e14 }), (ms) => {
      expect(toLocalMs(fromLocalMs(ms))).toBe(ms);
    }),
  );
});

it('rejects invalid dates', () => {
  for (const text of ['2027-02-29', '2027-13-01', '2027-00-10', '2027-04-31', '2027-1-1', '20270101']) {
    expect(findDayNumber(text)).toBeNull();
  }
  expect(findDayNumber('2028-02-29')).not.toBeNull();
});
