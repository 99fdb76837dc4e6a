import type { HostBooking } from '@dayloom/contracts';

/** The lists of the bookings page. */
export const bookingLists = [
  { id: 'upcoming', label: 'Upcoming' },
  { id: 'past', label: 'Past' },
  { id: 'cancelled', label: 'Cancelled' },
] as const;
export type BookingList = (typeof bookingLists)[number]['id'];

/** Unknown values select the first list. */
export function toBookingList(value: string | null): BookingList {
  return bookingLists.find(({ id }) => id === value)?.id ?? 'upcoming';
}

/** Whether a booking belongs to a list, also after a change that the server has not answered yet. */
export function isInList({ status }: HostBooking, list: BookingList): boolean {
  return (status === 'CANCELLED') === (list === 'cancelled');
}
