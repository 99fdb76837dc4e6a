import type { Platform } from '#platform/context.ts';
import type { CalendarProviders } from '../ports.ts';

/** Opens connected accounts at their providers. */
export interface AccountReader extends Pick<Platform, 'db' | 'clock' | 'log' | 'secrets'> {
  readonly providers: CalendarProviders;
}

export interface AccountsPlatform extends AccountReader, Pick<Platform, 'config' | 'jobs'> {}

/** Lists the calendars of one account; the account is the key. */
export const DISCOVER_JOB = 'calendar-accounts.discover';
