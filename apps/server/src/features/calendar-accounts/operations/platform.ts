import type { Platform } from '#platform/context.ts';
import type { CalendarProviders } from '../ports.ts';

export type AccountsPlatform = Platform & { readonly providers: CalendarProviders };

/** Lists the calendars of one account anew; keyed by the account. */
export const DISCOVER_JOB = 'calendar-accounts.discover';
