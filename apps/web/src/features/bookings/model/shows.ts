import type { HostBooking } from '@dayloom/contracts';

/** The lists of the bookings page. */
export const shows = [
  { id: 'upcoming', label: 'Upcoming' },
  { id: 'past', label: 'Past' },
  { id: 'cancelled', label: 'Cancelled' },
] as const;
export type Show = (typeof shows)[number]['id'];

/** Unknown values select the first list. */
export function toShow(value: string | null): Show {
  return shows.find(({ id }) => id === value)?.id ?? 'upcoming';
}

/** Whether a booking belongs to a list, also after a change that the server has not answered yet. */
export function isInShow({ status }: HostBooking, show: Show): boolean {
  return (status === 'CANCELLED') === (show === 'cancelled');
}
