import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarFeeds, SyncedAccounts } from '../ports.ts';

export type SyncPlatform = Pick<Platform, 'db' | 'config' | 'clock' | 'log' | 'jobs' | 'secrets'> & {
  readonly syncedAccounts: SyncedAccounts;
  readonly feeds: CalendarFeeds;
  /** Called in the transaction that ends a successful sync run. */
  readonly afterSync: (tx: Tx, scope: Scope) => Promise<void>;
};

/**
 * The jobs that sync one calendar; its id is their key. `sync` is the default and short. It hands long work
 * to the other two, so that short sync runs do not wait for it. Queues and schedules in the database have
 * these names.
 */
export const jobNames = {
  sync: 'calendar-accounts.sync',
  syncWhole: 'calendar-accounts.sync-whole',
  syncFeed: 'calendar-accounts.sync-feed',
} as const;
