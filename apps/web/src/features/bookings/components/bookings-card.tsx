import type { HostBooking } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useBookingActions, useFirstBookings } from '../hooks/use-bookings.ts';
import { formatTimes, getAllowedActions } from '../model/booking-words.ts';
import './bookings-card.css';

const [MAX_WAITING, MAX_NEXT] = [5, 3];

/** On the dashboard: the bookings that wait for the host, and the next ones. `children` are shown below them. */
export function BookingsCard({ children }: { children: ReactNode }) {
  const waiting = useFirstBookings('PENDING', MAX_WAITING);
  const next = useFirstBookings('CONFIRMED', MAX_NEXT);
  const { approve } = useBookingActions();
  const now = useNow();
  const bookings = waiting.bookings && next.bookings && [...waiting.bookings, ...next.bookings];
  const retry = () => {
    if (waiting.isError) void waiting.refetch();
    if (next.isError) void next.refetch();
  };
  return (
    <Card aria-labelledby="bookings">
      <CardHeader
        id="bookings"
        title="Bookings"
        action={
          <div className="bookings-card-links">
            <Button variant="text" size="small" data-hint="booking-link" to="/settings?tab=booking">
              Set up
            </Button>
            <Button variant="text" size="small" to="/bookings">
              All bookings
            </Button>
          </div>
        }
      />
      {bookings ? (
        bookings.length === 0 ? (
          <CardRow className="bookings-card-none text-small">
            Nobody has booked time with you. Send somebody the address of your booking page: 'Set up' has it.
          </CardRow>
        ) : (
          <ul className="bookings-card-list" aria-labelledby="bookings">
            {bookings.map((booking) => (
              <BookingLine key={booking.id} booking={booking} now={now} onApprove={() => approve(booking)} />
            ))}
          </ul>
        )
      ) : waiting.isError || next.isError ? (
        <CardRow role="alert">
          <div className="bookings-card-facts">The bookings could not be loaded.</div>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </CardRow>
      ) : (
        <RowsSkeleton rows={2} label="Loading bookings" />
      )}
      {children}
    </Card>
  );
}

interface BookingLineProps {
  booking: HostBooking;
  now: Date;
  onApprove: () => void;
}

function BookingLine({ booking, now, onApprove }: BookingLineProps) {
  const { title, status } = booking;
  return (
    <CardRow as="li" className="bookings-card-row">
      <div className="bookings-card-facts">
        <div className="bookings-card-title">{title}</div>
        <div className="bookings-card-times text-small n">{formatTimes(booking, now)}</div>
      </div>
      {status === 'PENDING' && <Chip tone="soft">Waiting</Chip>}
      {getAllowedActions(booking, now).approve && (
        <Button size="small" aria-label={`Approve ${title}`} onClick={onApprove}>
          Approve
        </Button>
      )}
    </CardRow>
  );
}
