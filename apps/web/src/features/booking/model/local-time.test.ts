import { expect, test } from 'vitest';
import { createLocalTime } from './local-time.ts';

test('times that the clocks show twice are distinguished', () => {
  const { formatTime, formatTimes, formatRange } = createLocalTime('America/New_York', true);
  const starts = ['02:30', '05:30', '06:30', '09:30'].map((time) => `2027-11-07T${time}:00Z`);
  expect(starts.map(formatTime)).toEqual(['10:30 PM', '1:30 AM EDT', '1:30 AM EST', '4:30 AM']);
  const [, first = '', second = ''] = starts;
  expect(formatTimes(first, second)).toBe('1:30 AM EDT–1:30 AM EST');
  expect(formatRange(first, second)).toBe('Sunday, November 7, 2027 at 1:30 AM EDT – 1:30 AM EST');
});
