import type { FirstSlots } from '@dayloom/contracts/booking-page';
import { findDayNumber } from '@dayloom/time';
import { expect, test } from 'vitest';
import { toMonth } from '#lib/months.ts';
import { toSlot } from '#test/booking-page.tsx';
import { findFirstSlots } from './first-slots.ts';

const november = toMonth(findDayNumber('2026-11-30') ?? 0);
const asked = { eventType: 'chat', durationMinutes: 30, month: november, timeZone: 'UTC' };

function toSent(starts: readonly string[], nextStartsAt?: string | null): FirstSlots {
  return {
    eventType: 'chat',
    durationMinutes: 30,
    until: '2026-12-02T00:00:00.000Z',
    response: {
      success: true,
      slots: starts.map((at) => toSlot(at)),
      ...(nextStartsAt !== undefined && { nextStartsAt }),
    },
  };
}

const find = (sent: FirstSlots | null, more: Partial<typeof asked> = {}) => {
  const response = findFirstSlots(sent, { ...asked, ...more });
  return response && [response.slots.map(({ startsAt }) => startsAt), response.nextStartsAt];
};

const inLastHour = '2026-11-30T23:45:00.000Z';
const atMonthEnd = '2026-12-01T00:00:00.000Z';

test.each([
  ['UTC', [inLastHour]],
  // Midnight there is at 12:00 and at 10:00 in UTC.
  ['Etc/GMT+12', [inLastHour, atMonthEnd]],
  ['Pacific/Kiritimati', []],
])('the month ends at midnight in %s', (timeZone, starts) => {
  expect(find(toSent([inLastHour, atMonthEnd]), { timeZone })).toEqual([
    starts,
    starts.length > 0 ? undefined : inLastHour,
  ]);
});

test('a month without slots names the next one: of those that came along, or the one that the server names', () => {
  expect(find(toSent([atMonthEnd]))).toEqual([[], atMonthEnd]);
  expect(find(toSent([], '2027-03-01T09:00:00.000Z'))).toEqual([[], '2027-03-01T09:00:00.000Z']);
  expect(find(toSent([], null))).toEqual([[], null]);
});

test('nothing is known of another event type, length or month', () => {
  const sent = toSent([inLastHour]);
  expect(find(sent, { eventType: 'talk' })).toBeNull();
  expect(find(sent, { durationMinutes: 60 })).toBeNull();
  expect(find(sent, { month: november + 1 })).toBeNull();
  expect(find(null)).toBeNull();
});
