import type { Platform } from '#platform/context.ts';
import type { CalendarProviders } from '../ports.ts';

export type AccountsPlatform = Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'jobs' | 'secrets'> & {
  readonly providers: CalendarProviders;
};

/** Lists the calendars of one account; the account is the key. */
export const DISCOVER_JOB = 'calendar-accounts.discover';
