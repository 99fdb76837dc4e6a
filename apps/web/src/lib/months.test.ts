import { findDayNumber, formatDayNumber } from '@dayloom/time';
import { expect, test } from 'vitest';
import { findDayOfKey, getFirstWeekday, listWeeks, toMonth } from './months.ts';

const day = (date: string) => findDayNumber(date) ?? Number.NaN;
const go = (date: string, key: string, { shiftKey = false, firstWeekday = 1 } = {}) => {
  const found = findDayOfKey({ key, shiftKey }, day(date), firstWeekday);
  return found === undefined ? undefined : formatDayNumber(found);
};

test('weeks begin as in the locale', () => {
  expect(getFirstWeekday('de-DE')).toBe(1);
  expect(getFirstWeekday('en-US')).toBe(0);
});

test('the keys of a date grid cross months and years', () => {
  expect(go('2026-11-30', 'ArrowRight')).toBe('2026-12-01');
  expect(go('2026-03-01', 'ArrowLeft')).toBe('2026-02-28');
  expect(go('2026-12-28', 'ArrowDown')).toBe('2027-01-04');
  expect(go('2026-11-25', 'Home')).toBe('2026-11-23');
  expect(go('2026-11-25', 'End')).toBe('2026-11-29');
  expect(go('2026-11-25', 'Home', { firstWeekday: 0 })).toBe('2026-11-22');
  expect(go('2026-11-25', 'Enter')).toBeUndefined();
});

test('another month or year has the same day, or its last one', () => {
  expect(go('2026-01-31', 'PageDown')).toBe('2026-02-28');
  expect(go('2028-03-31', 'PageUp')).toBe('2028-02-29');
  expect(go('2028-02-29', 'PageDown', { shiftKey: true })).toBe('2029-02-28');
  expect(go('2027-01-05', 'PageUp', { shiftKey: true })).toBe('2026-01-05');
});

test('a month has all of its days once, in weeks', () => {
  const weeks = listWeeks(toMonth(day('2028-02-10')), 1);
  expect(weeks.flat().filter((one) => one !== null).length).toBe(29);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  // 1 February 2028 is a Tuesday.
  expect(weeks[0]?.indexOf(day('2028-02-01'))).toBe(1);
});
