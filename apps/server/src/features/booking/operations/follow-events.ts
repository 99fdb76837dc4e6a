import {
  type ChangedEvent,
  type EventSpan,
  findEventSpan,
  listChangedEvents,
  markFollowed,
  unfollowEvent,
} from '#features/calendar/operations/followed-events.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { StoredBooking } from '../model/booking.ts';
import { listParts } from '../store/bookings.ts';
import { isTaken, lockHostsForChange, type TakenTime } from '../store/taken-times.ts';
import { cancelParts, shiftParts, toBookedTime } from './change-parts.ts';
import { unsealToken } from './create-booking.ts';
import type { HostBookingPart } from './host-calendars.ts';
import { withoutBlocking } from './offered-time.ts';
import type { BookingWriter } from './platform.ts';

/**
 * Bookings follow their events: a host who moves or deletes the event, in any calendar program, moves or cancels
 * the booking, and the visitor gets a mail.
 */
export async function followChangedEvents(platform: DbContext & BookingWriter): Promise<void> {
  for (const changed of await listChangedEvents(platform, 'booking')) {
    await platform.db.transaction().execute((tx) => followChange(platform, tx, changed));
  }
}

async function followChange(platform: BookingWriter, tx: Tx, changed: ChangedEvent): Promise<void> {
  const { scope, subjectId, uid } = changed;
  const hosts = (await listParts(tx, scope, subjectId)).map((part) => part.scope);
  await lockHostsForChange(tx, hosts, platform.clock());
  await markFollowed(tx, changed);
  const parts = await listParts(tx, scope, subjectId);
  const own = parts.find(({ booking }) => booking.userId === scope.userId)?.booking;
  if (own?.status !== 'CONFIRMED') return unfollowEvent(tx, scope, uid);
  const times = await findEventSpan(tx, changed);
  const token = unsealToken(platform, own);
  if (times === null)
    return cancelParts(platform, tx, parts, { by: 'host', actor: scope, message: '', token });
  if (isSame(own, times)) return;
  const time = await toNewTime(platform, tx, parts, times);
  await shiftParts(platform, tx, parts, { time, by: 'host', actor: scope, token });
}

function isSame(booking: StoredBooking, times: EventSpan): boolean {
  return (
    booking.startsAt.getTime() === times.startsAt.getTime() &&
    booking.endsAt.getTime() === times.endsAt.getTime()
  );
}

/**
 * The new time of a booking. A host may put it over another booking: then it blocks nothing itself, as two
 * bookings of one host cannot; the events in the calendar still do.
 */
async function toNewTime(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  parts: readonly HostBookingPart[],
  { startsAt, endsAt }: EventSpan,
): Promise<TakenTime> {
  const [first] = parts;
  if (!first) throw new Error('A booking has at least one part.');
  const time = await toBookedTime(tx, first, { startsAt, endsAt });
  const hosts = parts.map(({ scope }) => scope);
  const options = { now: platform.clock(), except: { id: first.booking.id, kind: 'booking' } } as const;
  if (!(await isTaken(tx, hosts, time, options))) return time;
  return withoutBlocking(time);
}
