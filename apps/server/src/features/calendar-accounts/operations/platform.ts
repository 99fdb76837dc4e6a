import type { Platform } from '../../../platform/context.ts';
import type { CalendarFeeds, CalendarProviders } from '../ports.ts';

export type AccountsPlatform = Platform & {
  readonly providers: CalendarProviders;
  readonly feeds: CalendarFeeds;
};

/**
 * The jobs of this feature; each is about one calendar, account or user and is keyed by it. `sync` is what is asked
 * for: it is short, and hands on what takes long, so that nobody's short sync run waits for it.
 */
export const jobNames = {
  sync: 'calendar-accounts.sync',
  syncWhole: 'calendar-accounts.sync-whole',
  syncFeed: 'calendar-accounts.sync-feed',
  discover: 'calendar-accounts.discover',
  mirror: 'calendar-accounts.mirror',
} as const;
