import { expect, test } from 'vitest';
import { formatTypedTime, isUnreadableTime, listQuarters, readTime } from './typed-times.ts';

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['14.15', '14:15'],
  ['14h15', '14:15'],
  ['14h', '14:00'],
  ['930', '09:30'],
  ['1415', '14:15'],
  ['2pm', '14:00'],
  ['2:05 p.m.', '14:05'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  // Between the time and AM, browsers write a narrow no-break space.
  ['9:30\u202fAM', '09:30'],
  ['noon', '12:00'],
  ['midnight', '00:00'],
  ['0:00', '00:00'],
])('%s is %s', (text, time) => expect(readTime(text)).toBe(time));

test.each(['', 'soon', '25', '9:60', '13pm', '0 am', '24:00', '24', '9:3', '12345', '-3'])(
  '%j is no time',
  (text) => expect(readTime(text)).toBeNull(),
);

test('as the end of a day, midnight is 24:00', () => {
  for (const text of ['24:00', '24', '2400', '0:00', '12 am', 'midnight'])
    expect(readTime(text, { isEndTime: true })).toBe('24:00');
  expect(readTime('24:15', { isEndTime: true })).toBeNull();
  expect(readTime('00:15', { isEndTime: true })).toBe('00:15');
});

test('a field can parse its own text', () => {
  for (const time of listQuarters()) expect(readTime(formatTypedTime(time))).toBe(time);
  for (const time of listQuarters({ isEndTime: true }))
    expect(readTime(formatTypedTime(time), { isEndTime: true })).toBe(time);
  expect(formatTypedTime('soon')).toBe('soon');
});

test('a day has 96 quarters of an hour', () => {
  expect([listQuarters().length, listQuarters()[0], listQuarters().at(-1)]).toEqual([96, '00:00', '23:45']);
  expect([listQuarters({ isEndTime: true })[0], listQuarters({ isEndTime: true }).at(-1)]).toEqual([
    '00:15',
    '24:00',
  ]);
});

test('only text that is no time is unreadable', () => {
  expect(['', '09:30', '24:00', '24:15', '9:30', 'soon'].map(isUnreadableTime)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});
