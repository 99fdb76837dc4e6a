import { queryKeys } from '#lib/query-client.ts';

/** The prefix of the query keys of all lists. */
export const bookingsKey = [...queryKeys.bookings, 'list'] as const;
