import type { HostBooking } from '@dayloom/contracts';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { saveFile } from '#lib/save-file.ts';
import { notify } from '#ui/toast.tsx';
import {
  approveBooking,
  bookingPagesQuery,
  cancelBooking,
  fetchCsv,
  firstBookingsQuery,
  markNoShow,
  optimisticBookings,
} from '../api.ts';
import { type BookingList, isInList } from '../model/booking-lists.ts';
import { bookingsKey } from '../model/bookings-key.ts';

/** The bookings of a list that match the search, page by page. */
export function useBookingPages(show: BookingList, search: string) {
  const { data, ...rest } = useInfiniteQuery({
    ...bookingPagesQuery(show, search),
    // A search keeps what is shown; another list does not.
    placeholderData: (before, query) => (query?.queryKey[2] === show ? keepPreviousData(before) : undefined),
  });
  const withChanges = useOptimistic(optimisticBookings);
  const loaded = data?.pages.flatMap(({ bookings }) => bookings);
  const bookings = loaded && withChanges(loaded).filter((booking) => isInList(booking, show));
  return { ...rest, bookings };
}

/** The next bookings in a state. */
export function useFirstBookings(status: 'PENDING' | 'CONFIRMED', limit: number) {
  const { data, ...rest } = useQuery(firstBookingsQuery(status, limit));
  const withChanges = useOptimistic(optimisticBookings);
  return { ...rest, bookings: data && withChanges(data).filter((booking) => booking.status === status) };
}

/** Changes that show at once and stay until the lists are read again. A refusal rolls them back. */
export function useBookingActions() {
  const client = useQueryClient();
  const change = async (
    { id }: HostBooking,
    fields: Partial<HostBooking>,
    send: () => Promise<unknown>,
    { said, failed }: { said: string; failed: string },
  ) => {
    try {
      await mutateOptimistically(client, {
        changes: [
          optimisticChange(optimisticBookings, (all) =>
            all.map((one) => (one.id === id ? { ...one, ...fields } : one)),
          ),
        ],
        send,
        updateCache: () => {
          notify.success(said);
          return client.invalidateQueries({ queryKey: bookingsKey });
        },
      });
    } catch (error) {
      notify.error(getMessage(error, failed));
    }
  };
  return {
    approve: (booking: HostBooking) =>
      void change(booking, { status: 'CONFIRMED' }, () => approveBooking(booking.id), {
        said: `Approved. ${booking.name} gets an email.`,
        failed: 'The booking could not be approved.',
      }),
    cancel: (booking: HostBooking, message: string) => {
      const verb = booking.status === 'PENDING' ? 'declined' : 'cancelled';
      void change(
        booking,
        { status: 'CANCELLED', cancelledBy: 'host', cancelMessage: message },
        () => cancelBooking(booking.id, message),
        {
          said: `Booking ${verb}. ${booking.name} gets an email.`,
          failed: `The booking could not be ${verb}.`,
        },
      );
    },
    markNoShow: (booking: HostBooking, isNoShow: boolean) =>
      void change(booking, { isNoShow }, () => markNoShow(booking.id, isNoShow), {
        said: isNoShow ? `${booking.name} did not come` : `${booking.name} came`,
        failed: 'This could not be saved.',
      }),
  };
}

export function useExport() {
  return useMutation({
    mutationFn: fetchCsv,
    onSuccess: (file) => saveFile('bookings.csv', file),
    onError: (error) => notify.error(getMessage(error, 'The export failed.')),
  });
}
