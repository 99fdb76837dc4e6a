import {
  type InvitationMethod,
  type InvitedPerson,
  writeInvitation,
} from '#features/calendar/model/invitation.ts';
import type { StoredBooking } from '../model/booking.ts';

export interface BookingInvitation {
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

/** A booking as an iCalendar object for the visitor and the guests. */
export function writeBookingInvitation(
  { booking, organizer, description, domain, productName, now }: BookingInvitation,
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
      organizer: { name: organizer.name, email: organizer.email },
      attendees: people.map((person) => ({ ...person, status: 'ACCEPTED' })),
    },
    method,
    { now, productId: `-//${productName}//Booking//EN` },
  );
}
