import { expect, test } from 'vitest';
import { describeTimes } from './mail-text.ts';

const describe = (from: string, to: string, timeZone: string) =>
  describeTimes(new Date(from), new Date(to), timeZone);

test('an end on the same day is a time, on another one a date and a time', () => {
  expect(describe('2026-11-24T08:00Z', '2026-11-24T08:30Z', 'Europe/Berlin')).toBe(
    'Tue, 24 November 2026, 09:00 to 09:30 (Europe/Berlin)',
  );
  expect(describe('2026-11-24T08:00Z', '2026-11-26T16:00Z', 'Europe/Berlin')).toBe(
    'Tue, 24 November 2026, 09:00 to Thu, 26 November 2026, 17:00 (Europe/Berlin)',
  );
});

test('times that the clocks show twice are distinguished', () => {
  expect(describe('2027-11-07T05:30Z', '2027-11-07T06:30Z', 'America/New_York')).toBe(
    'Sun, 7 November 2027, 01:30 GMT-4 to 01:30 GMT-5 (America/New_York)',
  );
});

test('a zone that only Intl knows does not stop a mail', () => {
  expect(describe('2026-11-24T08:00Z', '2026-11-24T08:30Z', 'CST')).toBe(
    'Tue, 24 November 2026, 02:00 to 02:30 (CST)',
  );
});
