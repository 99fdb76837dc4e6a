import { bookingApi, type EndpointInput, type HostBooking } from '@dayloom/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, openStream } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';
import type { BookingList } from './model/booking-lists.ts';
import { bookingsKey } from './model/bookings-key.ts';

/** With the changes that the server has not answered yet. */
export const optimisticBookings = optimisticData<readonly HostBooking[]>('bookings');

type Query = NonNullable<EndpointInput<typeof bookingApi.listBookings>['query']>;

const queries: Readonly<Record<BookingList, Query>> = {
  upcoming: { when: 'upcoming', status: 'NOT_CANCELLED' },
  past: { when: 'past', status: 'NOT_CANCELLED' },
  cancelled: { when: 'all', status: 'CANCELLED' },
};

const PAGE = 30;

export const bookingPagesQuery = (show: BookingList, search: string) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, show, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        bookingApi.listBookings,
        { query: { ...queries[show], search, limit: PAGE, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
  });

/** The first bookings with this state that are not over. */
export const firstBookingsQuery = (status: 'PENDING' | 'CONFIRMED', limit: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'first', status],
    queryFn: async ({ signal }) =>
      (await call(bookingApi.listBookings, { query: { when: 'upcoming', status, limit } }, { signal }))
        .bookings,
  });

export const approveBooking = (id: string) => call(bookingApi.approveBooking, { params: { id } });

export const cancelBooking = (id: string, message: string) =>
  call(bookingApi.cancelBooking, { params: { id }, body: { message } });

export const markNoShow = (id: string, isNoShow: boolean) =>
  call(bookingApi.markNoShow, { params: { id }, body: { isNoShow } });

export async function fetchCsv(): Promise<Blob> {
  return (await openStream(bookingApi.exportBookings, new AbortController().signal)).blob();
}
