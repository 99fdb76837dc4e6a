import type { Db } from '#platform/db.ts';
import type { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarSession, ProviderTraits } from './model/calendar-session.ts';

/** The connected account of a calendar, as far as a sync run deals with it. */
export interface SyncedAccount {
  readonly id: string;
  /** What people call the provider. */
  readonly providerName: string;
  /** The provider no longer accepts our access: nothing is asked until the user has connected the account again. */
  readonly needsReconnect: boolean;
  /** Whether its provider can be kept from telling guests of a change. */
  readonly canWithholdNotices: boolean;
  /** Throws `unavailable` when the provider is not set up on this server. */
  open(): { readonly provider: ProviderTraits; readonly session: CalendarSession };
  /** The account as a whole works again. */
  recordSuccess(): Promise<void>;
  /** `isFirst`: the sync run before this one succeeded. */
  recordFailure(failure: ProviderFailure, run: { readonly isFirst: boolean }): Promise<void>;
}

export interface SyncedAccounts {
  find(db: Db, scope: Scope, accountId: string): Promise<SyncedAccount | null>;
}

/** Where an .ics file of a subscription is read. Rejects with a `ProviderFailure`. */
export interface CalendarFeeds {
  /**
   * `null`: not changed since `etag`. The body is there as a whole when this resolves, and kept until it is discarded;
   * private addresses are refused, and so is, as `unavailable` with the provider code `too_slow`, what takes too long.
   */
  fetch(
    url: string,
    since: { etag: string | null },
  ): Promise<{ body: AsyncIterable<Uint8Array>; etag: string | null; discard(): Promise<void> } | null>;
}
