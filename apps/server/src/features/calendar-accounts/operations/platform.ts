import type { Platform } from '../../../platform/context.ts';
import type { CalendarFeeds, CalendarProviders } from '../ports.ts';

export type AccountsPlatform = Platform & {
  readonly providers: CalendarProviders;
  readonly feeds: CalendarFeeds;
};

/** The jobs of this feature; each is about one calendar, account or user and is keyed by it. */
export const jobNames = {
  sync: 'calendar-accounts.sync',
  discover: 'calendar-accounts.discover',
  mirror: 'calendar-accounts.mirror',
} as const;
