import { describe, expect, test } from 'vitest';
import { ApiError } from '#lib/api.ts';
import {
  describeRefusal,
  displayPhone,
  editPhone,
  formatPhone,
  formatSeconds,
  toMobile,
} from './phone-number.ts';

test.each([
  ['', ''],
  ['1', '(1'],
  ['123', '(123'],
  ['1234', '(123) 4'],
  ['123456', '(123) 456'],
  ['1234567', '(123) 456-7'],
  ['1234567890', '(123) 456-7890'],
  ['+1 617.555.0142', '1 (617) 555-0142'],
  ['617555014299', '(617) 555-0142'],
])('%j is shown as %j', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown);
});

test('the number is sent with its country code', () => {
  expect(toMobile('(617) 555-0142')).toBe('+16175550142');
  expect(toMobile('1 (617) 555-0142')).toBe('+16175550142');
  expect(toMobile('(123) 456-7890')).toBe('+1234567890');
  expect(toMobile('(617) 555-014')).toBeNull();
  expect(displayPhone('+16175550142')).toBe('(617) 555-0142');
  expect(displayPhone('+447400123456')).toBe('+447400123456');
});

describe('the caret', () => {
  /** `|` is the caret, before and after. */
  const edit = (before: string, after: string) => {
    const caret = after.indexOf('|');
    const result = editPhone(before, after.replace('|', ''), caret);
    return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
  };
  test.each([
    ['', '6|', '(6|'],
    ['(617', '(6175|', '(617) 5|'],
    ['(617) 555-0142', '(6|7) 555-0142', '(6|75) 550-142'],
    ['(617) 555-014', '(2|617) 555-014', '(2|61) 755-5014'],
    ['(617) 555-0142', '|', '|'],
    ['(617) 555-0142', '|617) 555-0142', '|(617) 555-0142'],
    // Backspace behind a formatting character removes the digit before it.
    ['(617) 5', '(617)|5', '(61|5'],
    ['(617) 555-0', '(617) 555|0', '(617) 55|0'],
  ])('%j, edited to %j, becomes %j', (before, after, expected) => {
    expect(edit(before, after)).toBe(expected);
  });
});

test("a refusal shows the server's message, a failure asks to try again", () => {
  expect(describeRefusal(new ApiError('rate_limited', 'Please wait'), 'refused', 'failed')).toBe(
    'Please wait',
  );
  expect(describeRefusal(new ApiError('forbidden', ''), 'refused', 'failed')).toBe('refused');
  expect(describeRefusal(new ApiError('network', 'No way'), 'refused', 'failed')).toBe('failed');
  expect(describeRefusal(new ApiError('internal', 'Oops'), 'refused', 'failed')).toBe('failed');
  expect(describeRefusal(new Error('x'), 'refused', 'failed')).toBe('failed');
});

test('seconds are shown like on a clock', () => {
  expect([formatSeconds(24), formatSeconds(60), formatSeconds(300)]).toEqual(['0:24', '1:00', '5:00']);
});
