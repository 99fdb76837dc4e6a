import { MINUTE_MS } from '@dayloom/time';
import { findConferenceUrl } from '#features/calendar/operations/conferences.ts';
import { changeLocationInTransaction } from '#features/calendar/operations/events-in-transaction.ts';
import type { DbContext } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { listSentMails } from '#platform/mail-queue.ts';
import type { Scope } from '#platform/scope.ts';
import type { BookingDetails } from '../model/booking.ts';
import { listAwaitingLinks } from '../store/booking-lists.ts';
import { listParts, updateBooking } from '../store/bookings.ts';
import { lockHostsForChange } from '../store/taken-times.ts';
import { unsealToken } from './create-booking.ts';
import { type HostBookingPart, notifyHosts } from './host-calendars.ts';
import type { BookingPlatform, BookingWriter } from './platform.ts';
import { queueBookingMails } from './queue-mails.ts';

/** Longer than a calendar that can be reached takes, and early enough for the host to send a link. */
const GIVE_UP_MS = 30 * MINUTE_MS;

/** Sends visitors the conference links that calendars have made since. */
export async function reportConferenceLinks(platform: DbContext & BookingWriter): Promise<void> {
  for (const { scope, id } of await listAwaitingLinks(platform.db, platform.clock()))
    await platform.db.transaction().execute((tx) => reportLink(platform, tx, scope, id));
}

async function reportLink(platform: BookingWriter, tx: Tx, scope: Scope, id: string): Promise<void> {
  const now = platform.clock();
  const hosts = (await listParts(tx, scope, id)).map((part) => part.scope);
  await lockHostsForChange(tx, hosts, now);
  const parts = await listParts(tx, scope, id);
  const [first] = parts;
  if (first?.booking.status !== 'CONFIRMED' || !first.booking.details.awaitsLink) return;
  const url = await findUrl(tx, parts);
  const isLate = now.getTime() - first.booking.updatedAt.getTime() > GIVE_UP_MS;
  if (url === null && !isLate) return;
  const linked: HostBookingPart[] = [];
  for (const part of parts) linked.push(await placePart(platform, tx, part, url ?? ''));
  const token = unsealToken(platform, first.booking);
  if (url === null) {
    await queueBookingMails(platform, tx, linked, { kind: 'unlinked', by: 'visitor', token });
  } else {
    // If the mail about the booking still waits, it goes out with the link.
    const sent = await Promise.all(hosts.map((host) => listSentMails(tx, host, id)));
    const isConfirmationSent = sent
      .flat()
      .some(({ key }) => /^booking \S+ (?:confirmed|moved) visitor /.test(key));
    await queueBookingMails(platform, tx, linked, {
      kind: isConfirmationSent ? 'linked' : 'confirmed',
      by: 'host',
      token,
    });
  }
  await notifyHosts(tx, linked);
}

async function findUrl(tx: Tx, parts: readonly HostBookingPart[]): Promise<string | null> {
  for (const { scope, booking } of parts) {
    const url = booking.eventId && (await findConferenceUrl(tx, scope, booking.eventId));
    if (url) return url;
  }
  return null;
}

/**
 * The link is the booking's location. The calendar that made it shows it anyway; the events of other hosts get it as
 * their location.
 */
async function placePart(
  platform: Pick<BookingPlatform, 'clock' | 'journal' | 'outboundQueue'>,
  tx: Tx,
  { scope, booking }: HostBookingPart,
  location: string,
): Promise<HostBookingPart> {
  const { awaitsLink: _, ...rest } = booking.details;
  const details: BookingDetails = { ...rest, location };
  const sequence = booking.sequence + 1;
  await updateBooking(tx, scope, booking.id, { details, sequence }, platform.clock());
  const { eventId } = booking;
  if (eventId && location && (await findConferenceUrl(tx, scope, eventId)) === null)
    await changeLocationInTransaction(platform, tx, scope, eventId, location);
  return { scope, booking: { ...booking, details, sequence } };
}
