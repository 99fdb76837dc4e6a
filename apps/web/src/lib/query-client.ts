import { notifyManager, QueryClient } from '@tanstack/react-query';
import { warnBeforeLoss } from './optimistic.ts';

const FRESH_MS = 5 * 60_000;
const KEPT_MS = 30 * 60_000;

export function createQueryClient(): QueryClient {
  // What is shown at once is drawn before the next frame: an item stays where it was dropped.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, refetchOnWindowFocus: false, retry: 1 },
    },
  });
  warnBeforeLoss(client);
  return client;
}

/** The first part of every query key is the stream's topic, so that a message refreshes what it is about. */
export const queryKeys = {
  profile: ['profile'],
  tasks: ['tasks'],
  calendars: ['calendars'],
  calendarAccounts: ['calendar-accounts'],
  events: ['events'],
  plan: ['plan'],
  /** Under the plan, and made from all that planning depends on. */
  planInstance: ['plan', 'instance'],
  security: ['security'],
} as const;
