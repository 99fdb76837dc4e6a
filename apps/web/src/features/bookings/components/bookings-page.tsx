import type { HostBooking } from '@dayloom/contracts';
import { Download, Search, Settings2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type Command, useCommands } from '#ui/commands.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBookingActions, useBookingPages, useExport } from '../hooks/use-bookings.ts';
import { bookingLists, toBookingList } from '../model/booking-lists.ts';
import { BookingRow } from './booking-row.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { NoBookings } from './no-bookings.tsx';
import './bookings-page.css';

/** The bookings with the viewer. */
export function BookingsPage() {
  const [address, setAddress] = useSearchParams();
  const show = toBookingList(address.get('show'));
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const list = useBookingPages(show, search);
  const { approve, cancel, markNoShow } = useBookingActions();
  const csv = useExport();
  const now = useNow();
  const [leaving, setLeaving] = useState<HostBooking | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useSearchKey(input);
  const { bookings, isPending, isPaused, isError, error, hasNextPage, isFetchingNextPage } = list;

  return (
    <>
      <div className="bookings-page-tools">
        <SegmentedControl
          label="Which bookings"
          value={show}
          options={bookingLists.map(({ id, label }) => ({ value: id, label }))}
          onChange={(next) => setAddress({ show: next })}
        />
        <TextInput
          ref={input}
          type="search"
          className="bookings-page-search"
          startAdornment={<Search size={16} aria-hidden />}
          aria-label="Search bookings"
          aria-keyshortcuts="/"
          placeholder="Name, email address or title"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          startIcon={<Download size={16} aria-hidden />}
          disabled={csv.isPending}
          onClick={() => csv.mutate()}
        >
          {csv.isPending ? 'Preparing...' : 'Export CSV'}
        </Button>
        <Button
          data-hint="booking-link"
          to="/settings?tab=booking"
          startIcon={<Settings2 size={16} aria-hidden />}
        >
          Booking settings
        </Button>
      </div>
      <Card aria-label="Bookings">
        {isPending &&
          (isPaused ? (
            <EmptyState title="Bookings need a connection">They appear when you are back online.</EmptyState>
          ) : (
            <RowsSkeleton rows={4} label="Loading bookings" />
          ))}
        {isError && !bookings && (
          <EmptyState
            title="The bookings could not be loaded"
            action={<Button onClick={() => void list.refetch()}>Try again</Button>}
          >
            {getMessage(error, 'The server did not answer as expected.')}
          </EmptyState>
        )}
        {bookings?.length === 0 && !hasNextPage && (
          <NoBookings show={show} search={search} onClear={() => setTyped('')} />
        )}
        {bookings && bookings.length > 0 && (
          <ul className="bookings-page-list" aria-label={bookingLists.find(({ id }) => id === show)?.label}>
            {bookings.map((booking) => (
              <BookingRow
                key={booking.id}
                booking={booking}
                now={now}
                onApprove={() => approve(booking)}
                onCancel={() => setLeaving(booking)}
                onNoShow={(isNoShow) => markNoShow(booking, isNoShow)}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="bookings-page-more">
            <Button disabled={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {isFetchingNextPage ? 'Loading...' : 'Show more'}
            </Button>
          </div>
        )}
      </Card>
      {leaving && (
        <CancelDialog
          booking={leaving}
          now={now}
          onClose={() => setLeaving(null)}
          onCancel={(message) => {
            cancel(leaving, message);
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}

function useSearchKey(input: Readonly<{ current: HTMLElement | null }>): void {
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'search-bookings',
        label: 'Search bookings',
        group: 'Bookings',
        keys: '/',
        run: () => input.current?.focus(),
      },
    ],
    [input],
  );
  useCommands(commands);
}
