import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { BookingList } from '../model/booking-lists.ts';

interface NoBookingsProps {
  show: BookingList;
  search: string;
  onClear: () => void;
}

export function NoBookings({ show, search, onClear }: NoBookingsProps) {
  if (search)
    return (
      <EmptyState
        title={`No booking matches '${search}'`}
        action={<Button onClick={onClear}>Clear search</Button>}
      >
        The search looks at names, email addresses and titles in this list.
      </EmptyState>
    );
  if (show === 'upcoming')
    return (
      <EmptyState
        title="No upcoming bookings"
        action={
          <Button data-hint="booking-link" to="/settings?tab=booking">
            Open your booking page's settings
          </Button>
        }
      >
        Send somebody the address of your booking page. What they book appears here and in your calendar.
      </EmptyState>
    );
  return show === 'past' ? (
    <EmptyState title="No past bookings">Bookings move here when they are over.</EmptyState>
  ) : (
    <EmptyState title="No cancelled bookings">What you or a visitor cancels is kept here.</EmptyState>
  );
}
