import type { HostBooking } from '@dayloom/contracts';
import { expect, test } from 'vitest';
import { aBooking as anyBooking } from '#test/booking-fixtures.ts';
import { isInList, toBookingList } from './booking-lists.ts';
import { describeState, getAllowedActions, visitorTime } from './booking-words.ts';

const aBooking = (change: Partial<HostBooking> = {}) =>
  anyBooking({ startsAt: '2026-11-25T10:00:00Z', ...change });

const possibleAt = (time: string, change: Partial<HostBooking> = {}) =>
  Object.entries(getAllowedActions(aBooking(change), new Date(`2026-11-25T${time}:00Z`)))
    .filter(([, isPossible]) => isPossible)
    .map(([name]) => name);

test('the possible actions depend on the state and the time', () => {
  expect(possibleAt('09:59')).toEqual(['cancel']);
  expect(possibleAt('10:00')).toEqual(['cancel', 'markNoShow']);
  expect(possibleAt('10:30')).toEqual(['markNoShow']);
  expect(possibleAt('10:00', { status: 'PENDING' })).toEqual(['approve', 'decline']);
  expect(possibleAt('10:00', { status: 'PENDING', needsEmail: true })).toEqual(['decline']);
  expect(possibleAt('10:30', { status: 'PENDING' })).toEqual([]);
  expect(possibleAt('09:59', { status: 'CANCELLED' })).toEqual([]);
});

test('the state says who waits for whom, and who cancelled', () => {
  expect(describeState(aBooking())).toBeNull();
  expect(describeState(aBooking({ status: 'PENDING' }))).toBe('Waiting for you');
  expect(describeState(aBooking({ status: 'PENDING', isRequest: true }))).toBe('Asks for this time');
  expect(describeState(aBooking({ status: 'PENDING', needsEmail: true }))).toBe('Address not confirmed yet');
  expect(describeState(aBooking({ status: 'CANCELLED', cancelledBy: 'host' }))).toBe('Cancelled by you');
  expect(describeState(aBooking({ status: 'CANCELLED', cancelledBy: 'visitor' }))).toBe(
    'Cancelled by the visitor',
  );
});

test("the visitor's time is named in another zone only", () => {
  expect(visitorTime(aBooking(), 'Asia/Tokyo')).toBeNull();
  expect(visitorTime(aBooking(), 'UTC')).toMatch(/^0?7:00.* in Asia\/Tokyo$|^19:00 in Asia\/Tokyo$/);
});

test('a booking is in the list of its state; other addresses open the first list', () => {
  expect(isInList(aBooking(), 'upcoming')).toBe(true);
  expect(isInList(aBooking({ status: 'CANCELLED' }), 'upcoming')).toBe(false);
  expect(isInList(aBooking({ status: 'CANCELLED' }), 'cancelled')).toBe(true);
  expect(['past', 'x', null].map(toBookingList)).toEqual(['past', 'upcoming', 'upcoming']);
});
