import { MINUTE_MS } from '@dayloom/time';
import {
  moveEventInTransaction,
  removeEventInTransaction,
} from '#features/calendar/operations/events-in-transaction.ts';
import { unfollowEvent } from '#features/calendar/operations/followed-events.ts';
import type { Tx } from '#platform/db.ts';
import type { StoredBooking } from '../model/booking.ts';
import { toUid } from '../rules/invitation.ts';
import { updateBooking } from '../store/bookings.ts';
import { findEventTypeRow } from '../store/event-types.ts';
import type { TakenTime } from '../store/taken-times.ts';
import {
  addToCalendars,
  followOwnEvent,
  type HostBookingPart,
  notifyHosts,
  replanAround,
} from './host-calendars.ts';
import type { BookingWriter } from './platform.ts';
import { type BookingMailRequest, queueBookingMails, withdrawBookingMails } from './queue-mails.ts';
import { toBlockedInterval } from './slots.ts';

/** Who changes a booking: the visitor, or one of its hosts. */
type By = Pick<BookingMailRequest, 'by' | 'actor'>;

/** Cancels all parts of a booking in a transaction: events, mails, notices. */
export async function cancelParts(
  platform: BookingWriter,
  tx: Tx,
  parts: readonly HostBookingPart[],
  { by, actor, message, token }: By & { message: string; token: string },
): Promise<void> {
  const now = platform.clock();
  const [first] = parts;
  if (first?.booking.status === 'CANCELLED') return;
  const wasConfirmed = first?.booking.status === 'CONFIRMED';
  const cancelled: HostBookingPart[] = [];
  for (const { scope, booking } of parts) {
    const details = { ...booking.details, cancelledBy: by, cancelMessage: message };
    const sequence = booking.sequence + 1;
    const change = { status: 'CANCELLED', details, sequence, eventId: null, expiresAt: null } as const;
    await updateBooking(tx, scope, booking.id, change, now);
    if (booking.eventId) {
      await removeEventInTransaction(platform, tx, scope, booking.eventId);
      await unfollowEvent(tx, scope, toUid(booking.id, platform.config.domain));
    }
    cancelled.push({ scope, booking: { ...booking, ...change } });
  }
  // The hosts were not notified of a booking with an unconfirmed address.
  if (by === 'visitor' && first?.booking.emailCodeHash) await withdrawBookingMails(tx, parts);
  else {
    const refusal = by === 'host' ? 'declined' : 'request_cancelled';
    const kind = wasConfirmed ? 'cancelled' : refusal;
    await queueBookingMails(platform, tx, cancelled, { kind, actor, by, token });
  }
  await notifyHosts(tx, cancelled);
}

/** Moves all parts of a booking in a transaction: events, mails, notices. */
export async function shiftParts(
  platform: BookingWriter,
  tx: Tx,
  parts: readonly HostBookingPart[],
  {
    time,
    timeZone,
    by,
    actor,
    token,
  }: By & { time: TakenTime; timeZone?: string | undefined; token: string },
): Promise<void> {
  const now = platform.clock();
  const moved: HostBookingPart[] = [];
  for (const { scope, booking } of parts) {
    const details = { ...booking.details, ...(timeZone && { timeZone }) };
    const sequence = booking.sequence + 1;
    await updateBooking(tx, scope, booking.id, { time, details, sequence }, now);
    const part: HostBookingPart = { scope, booking: { ...booking, details, sequence, ...time } };
    if (booking.eventId) {
      await moveEventInTransaction(platform, tx, scope, booking.eventId, time);
      await followOwnEvent(platform, tx, part);
    }
    moved.push(part);
  }
  for (const part of moved) await replanAround(platform, tx, part);
  const isConfirmed = moved[0]?.booking.status === 'CONFIRMED';
  const kind = isConfirmed ? 'moved' : 'requested';
  await queueBookingMails(platform, tx, moved, { kind, actor, by, token });
  await notifyHosts(tx, moved);
}

/** Confirms all parts of a waiting booking, or hands it to the host for approval. */
export async function confirmParts(
  platform: BookingWriter,
  tx: Tx,
  parts: readonly HostBookingPart[],
  { status, by, actor, token }: By & { status: 'PENDING' | 'CONFIRMED'; token: string },
): Promise<void> {
  const change = { status, expiresAt: null, emailCodeHash: null } as const;
  const confirmed = parts.map(
    ({ scope, booking }): HostBookingPart => ({ scope, booking: { ...booking, ...change } }),
  );
  const [first] = confirmed;
  // A time that was asked for blocked nothing until now.
  const time =
    status === 'CONFIRMED' && first?.booking.details.isRequest
      ? await toBookedTime(tx, first, first.booking)
      : undefined;
  for (const { scope, booking } of confirmed)
    await updateBooking(tx, scope, booking.id, { ...change, ...(time && { time }) }, platform.clock());
  if (status === 'CONFIRMED') await addToCalendars(platform, tx, confirmed);
  await queueBookingMails(platform, tx, confirmed, {
    kind: status === 'CONFIRMED' ? 'confirmed' : 'requested',
    actor,
    by,
    token,
  });
  await notifyHosts(tx, confirmed);
}

/** The time of a booking with the buffers of its event type, if that still exists. */
export async function toBookedTime(
  tx: Tx,
  { scope, booking }: HostBookingPart,
  { startsAt, endsAt }: Pick<StoredBooking, 'startsAt' | 'endsAt'>,
): Promise<TakenTime> {
  const eventType = await findEventTypeRow(tx, scope, booking.eventTypeId);
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
  const blocked = eventType && toBlockedInterval(eventType, startsAt.getTime(), minutes);
  return {
    startsAt,
    endsAt,
    blockedFrom: blocked ? new Date(blocked.start) : startsAt,
    blockedTo: blocked ? new Date(blocked.end) : endsAt,
  };
}
