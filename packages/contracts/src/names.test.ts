import { expect, test } from 'vitest';
import { getGreeting, hasNoBidiControl, isVisibleName, toPlainName } from './names.ts';

test.each(['Maya', '李', 'O’Brien', 'محمد', '🦊', 'می‌خواهم', 'J. R.', '1'])('%s is a name', (name) => {
  expect([isVisibleName(name), hasNoBidiControl(name)]).toEqual([true, true]);
});

test.each(['', ' ', '\u200b', '\u3164\u2800', '\u00ad\u2060', '\u0301'])('%j shows nothing', (name) => {
  expect(isVisibleName(name)).toBe(false);
});

test('a name with characters that reverse text is refused', () => {
  expect(hasNoBidiControl('Maya \u202Eofni')).toBe(false);
});

test.each([
  ['Maya', 'Hello Maya,'],
  ['J.R.', 'Hello J.R.,'],
  ['Dr. No', 'Hello Dr. No,'],
  ['Win at http://x.example', 'Hello,'],
  ['you won, see prize.example', 'Hello,'],
  ['x.example/win', 'Hello,'],
  ['call me@x', 'Hello,'],
  ['\u200b', 'Hello,'],
])('%j is greeted with %j', (name, greeting) => {
  expect(getGreeting(name)).toBe(greeting);
});

test.each([
  ['Ada \u202Egnp.exe', 'Ada gnp.exe'],
  ['\u2068Ada\u2069', 'Ada'],
  ['\u202E\u200b', ''],
  ['\u3164', ''],
  ['Maya \u200F(מאיה)\u200E', 'Maya \u200F(מאיה)\u200E'],
  ['می‌خواهم', 'می‌خواهم'],
])('%j is written as %j', (name, plain) => {
  expect(toPlainName(name)).toBe(plain);
});
