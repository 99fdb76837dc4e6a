import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { hasEvent, listStarting, type StartingBooking } from '../store/booking-lists.ts';

/** Confirmed bookings that begin in the range, for reminders to their hosts. */
export function listRemindableBookings(
  db: Db,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<StartingBooking[]> {
  return listStarting(db, scope, from, to);
}

/** Whether an event of a calendar is a booking. */
export const isBookedEvent = (db: Db, scope: Scope, eventId: string): Promise<boolean> =>
  hasEvent(db, scope, eventId);
