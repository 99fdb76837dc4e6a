import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarFeeds, SyncedAccounts } from '../ports.ts';

export type SyncPlatform = Platform & {
  readonly syncedAccounts: SyncedAccounts;
  readonly feeds: CalendarFeeds;
  /** Called in the transaction that ends a sync run which succeeded. */
  readonly afterSync: (tx: Tx, scope: Scope) => Promise<void>;
};

/**
 * The jobs that sync one calendar; they are keyed by it. `sync` is what is asked for: it is short, and hands on what
 * takes long, so that nobody's short sync run waits for it. Queues and schedules in the database have these names.
 */
export const jobNames = {
  sync: 'calendar-accounts.sync',
  syncWhole: 'calendar-accounts.sync-whole',
  syncFeed: 'calendar-accounts.sync-feed',
} as const;
