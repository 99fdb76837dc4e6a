import { queryKeys } from '#lib/query-client.ts';

/** The prefix of the query keys of all ranges. */
export const rangesKey = [...queryKeys.events, 'range'] as const;
