import { MINUTE_MS } from '@dayloom/time';
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { warnBeforeLoss } from './optimistic.ts';

const FRESH_MS = 5 * MINUTE_MS;
const KEPT_MS = 30 * MINUTE_MS;

export function createQueryClient(): QueryClient {
  // Renders optimistic changes before the next frame, so that a dropped item stays in place.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, refetchOnWindowFocus: false, retry: 1 },
      // Offline, a change fails with a sentence. Paused, it would look saved, and be lost with the page.
      mutations: { networkMode: 'always' },
    },
  });
  warnBeforeLoss(client);
  refetchOutdatedResponses(client);
  return client;
}

/**
 * Refetches a query that was invalidated while its response was on the way: that response may be from before the
 * change. The library restarts such a request only if the query has data already.
 */
function refetchOutdatedResponses(client: QueryClient): void {
  const overtaken = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching') overtaken.add(query);
    else if (action.type === 'fetch') overtaken.delete(query);
    else if (action.type === 'success' && !action.manual && overtaken.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}

/**
 * The first part of every query key is the topic of the event stream, so that a message refetches its data.
 */
export const queryKeys = {
  profile: ['profile'],
  tasks: ['tasks'],
  calendars: ['calendars'],
  calendarAccounts: ['calendar-accounts'],
  events: ['events'],
  bookings: ['bookings'],
  meetings: ['meetings'],
  plan: ['plan'],
  /** Below the plan's key. Its data depend on everything that planning uses. */
  planInstance: ['plan', 'instance'],
  /** Figures of tasks, the plan, events and focus sessions. */
  dashboard: ['dashboard'],
  security: ['security'],
  chat: ['chat'],
  focus: ['focus'],
} as const;
