import { expect, test } from 'vitest';
import * as functions from './temporal-functions.ts';

test('compute the clock time and the instant over a clock change', () => {
  const { create, fromEpochMilliseconds, offsetNanoseconds, toZonedDateTime, toZonedDateTimeISO } = functions;
  const instant = Date.UTC(2026, 9, 25, 2, 30);
  expect(toZonedDateTimeISO(fromEpochMilliseconds(instant), 'Europe/Berlin')).toMatchObject({
    day: 25,
    hour: 3,
    minute: 30,
  });
  const skipped = toZonedDateTime(create(2026, 3, 29, 2, 30, 0, 0), 'Europe/Berlin');
  expect(skipped.epochMilliseconds).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(offsetNanoseconds(skipped)).toBe(2 * 3_600e9);
});
