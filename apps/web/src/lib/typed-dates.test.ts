import { expect, test } from 'vitest';
import { formatDate, isUnreadableDate, readDate } from './typed-dates.ts';

/** A Monday. */
const today = '2026-11-23';
const read = (text: string, locale = 'en-GB', from = today) => readDate(text, { today: from, locale });

test.each([
  ['2026-11-24', '2026-11-24'],
  ['24 Nov', '2026-11-24'],
  ['Nov 24', '2026-11-24'],
  ['24th of november 2027', '2027-11-24'],
  ['Tue 24 Nov 2026', '2026-11-24'],
  ['Tue, Nov 24, 2026', '2026-11-24'],
  ['24/11', '2026-11-24'],
  ['24.11.26', '2026-11-24'],
  ['2027/1/5', '2027-01-05'],
  ['today', '2026-11-23'],
  ['Tomorrow ', '2026-11-24'],
  ['yesterday', '2026-11-22'],
  ['fri', '2026-11-27'],
  ['Friday', '2026-11-27'],
  // On a Monday, Monday is in a week.
  ['monday', '2026-11-30'],
])('%s is %s', (text, date) => expect(read(text)).toBe(date));

test.each(['', '  ', 'soon', '24', 'Nov', '24 Nov Dec', '24 nowhere', '0 Nov', '13/13', '31 Nov', '1/2/3/4'])(
  '%j is no date',
  (text) => expect(read(text)).toBeNull(),
);

test('without a year it is the next such day', () => {
  expect(read('23 Nov')).toBe('2026-11-23');
  expect(read('22 Nov')).toBe('2027-11-22');
  expect(read('1 Jan')).toBe('2027-01-01');
});

test('month ends and leap days', () => {
  expect(read('31 Dec')).toBe('2026-12-31');
  expect(read('30 Feb')).toBeNull();
  expect(read('29 Feb 2027')).toBeNull();
  expect(read('29 Feb 2028')).toBe('2028-02-29');
  expect(read('29 Feb')).toBe('2028-02-29');
  // 2100 has no leap day.
  expect(read('29 Feb', 'en-GB', '2096-03-01')).toBe('2104-02-29');
  expect(read('tomorrow', 'en-GB', '2026-02-28')).toBe('2026-03-01');
});

test('figures are in the order of the locale, unless only the other one is possible', () => {
  expect(read('3/12', 'en-GB')).toBe('2026-12-03');
  expect(read('3/12', 'en-US')).toBe('2027-03-12');
  expect(read('24/11', 'en-US')).toBe('2026-11-24');
  expect(read('11/24', 'en-GB')).toBe('2026-11-24');
});

test('names of months and days are read in English and in the locale', () => {
  expect(read('24. Dezember', 'de-DE')).toBe('2026-12-24');
  expect(read('24 dec', 'de-DE')).toBe('2026-12-24');
  expect(read('Freitag', 'de-DE')).toBe('2026-11-27');
  expect(read('24 déc. 2026', 'fr-FR')).toBe('2026-12-24');
});

test('years far away are mistakes', () => {
  expect(read('24 Nov 20266')).toBeNull();
  expect(read('0026-11-24')).toBeNull();
});

test('a field can parse its own text', () => {
  for (const date of ['2026-01-31', '2028-02-29', '2026-03-29', '2026-12-31'])
    expect(readDate(formatDate(date), { today })).toBe(date);
  expect(formatDate('soon')).toBe('soon');
  expect(formatDate('')).toBe('');
});

test('only text that is no date is unreadable', () => {
  expect(['', '2026-11-24', '2026-02-30', 'soon'].map(isUnreadableDate)).toEqual([false, false, true, true]);
});
