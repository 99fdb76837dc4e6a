import { queryKeys } from '#lib/query-client.ts';

/** The query key of the requests that still want answers. */
export const openRequestsKey = [...queryKeys.meetings, 'open'] as const;
