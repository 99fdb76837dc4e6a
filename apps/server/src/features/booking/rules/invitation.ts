import {
  type InvitationMethod,
  type InvitedPerson,
  writeInvitation,
} from '#features/calendar/model/invitation.ts';
import type { StoredBooking } from '../model/booking.ts';

export interface BookingInvitation {
  readonly booking: StoredBooking;
  readonly organizer: InvitedPerson;
  /** Where calendar programs send answers, if not to the organizer. */
  readonly replyTo: string | undefined;
  readonly description: string;
  /** The domain of the server's address. It makes the UID unique. */
  readonly domain: string;
  readonly productName: string;
  readonly now: Date;
}

/** The UID of a booking's event, the same in every calendar. */
export function toUid(bookingId: string, domain: string): string {
  return `booking-${bookingId}@${domain}`;
}

/** The id of the booking of a UID; null for a UID of something else. */
export function findBookingId(uid: string, domain: string): string | null {
  const id = /^booking-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/.exec(uid)?.[1];
  return id !== undefined && uid === toUid(id, domain) ? id : null;
}

/** A booking as an iCalendar object for the visitor and the guests. */
export function writeBookingInvitation(
  { booking, organizer, replyTo, description, domain, productName, now }: BookingInvitation,
  method: InvitationMethod,
): string {
  const { id, title, startsAt, endsAt, sequence, name, email, details } = booking;
  const people = [{ name, email }, ...details.guests.map((guest) => ({ name: null, email: guest }))];
  return writeInvitation(
    {
      uid: toUid(id, domain),
      sequence,
      title,
      description,
      location: details.location,
      startsAt,
      endsAt,
      organizer: { name: organizer.name, email: replyTo ?? organizer.email },
      attendees: people.map((person) => ({ ...person, status: 'ACCEPTED' })),
    },
    method,
    { now, productId: `-//${productName}//Booking//EN` },
  );
}
