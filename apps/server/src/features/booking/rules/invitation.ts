import { getZone } from '@dayloom/time';
import { type WritableEvent, writeCalendar } from '@dayloom/time/icalendar';
import type { StoredBooking } from '../model/booking.ts';

export interface InvitedPerson {
  readonly name: string;
  readonly email: string;
}

export interface Invitation {
  readonly booking: StoredBooking;
  readonly organizer: InvitedPerson;
  readonly description: string;
  /** Of the server's address; makes the UID unique. */
  readonly domain: string;
  readonly productName: string;
  readonly now: Date;
}

/** The UID of a booking's event, the same in every calendar. */
export function toUid(bookingId: string, domain: string): string {
  return `booking-${bookingId}@${domain}`;
}

/**
 * A booking as an iCalendar object (RFC 5546): REQUEST, again with a higher SEQUENCE when it moves, or CANCEL.
 * PUBLISH is for a file that somebody downloads. Times are in UTC, which every program understands.
 */
export function writeInvitation(
  { booking, organizer, description, domain, productName, now }: Invitation,
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
): string {
  const { id, title, startsAt, endsAt, sequence, name, email, details } = booking;
  const attendees = [{ name, email }, ...details.guests.map((guest) => ({ name: null, email: guest }))];
  const event: WritableEvent = {
    uid: toUid(id, domain),
    recurrenceId: null,
    isThisAndFuture: false,
    sequence,
    summary: title,
    description,
    location: details.location,
    url: null,
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    start: toUtc(startsAt),
    end: toUtc(endsAt),
    rrules: [],
    exrules: [],
    rdates: [],
    exdates: [],
    organizer: { name: organizer.name, email: organizer.email },
    attendees: attendees.map((person) => ({ ...person, status: 'ACCEPTED' })),
    categories: [],
    lastModified: null,
    zoneDefinition: null,
    transparency: 'opaque',
  };
  return writeCalendar([event], {
    stampedAt: now.getTime(),
    method,
    productId: `-//${productName}//Booking//EN`,
  });
}

function toUtc(instant: Date): NonNullable<WritableEvent['start']> {
  return { local: getZone('UTC').toLocal(instant.getTime()), timeZone: 'UTC', isDate: false };
}
