import type { Db } from '#platform/db.ts';
import type { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import type { CalendarSession, ProviderTraits } from './model/calendar-session.ts';

/** The connected account of a calendar, as a sync run needs it. */
export interface SyncedAccount {
  readonly id: string;
  /** The provider's name as shown to users. */
  readonly providerName: string;
  /**
   * The provider no longer accepts our access. No requests are made until the user reconnects the account.
   */
  readonly needsReconnect: boolean;
  /** Whether the provider can be asked not to notify guests of a change. */
  readonly canWithholdNotices: boolean;
  /** Throws `unavailable` when the provider is not set up on this server. */
  open(): { readonly provider: ProviderTraits; readonly session: CalendarSession };
  /** Records that the account works again. */
  recordSuccess(): Promise<void>;
  /** `isFirst`: the previous sync run succeeded. */
  recordFailure(failure: ProviderFailure, run: { readonly isFirst: boolean }): Promise<void>;
}

export interface SyncedAccounts {
  find(db: Db, scope: Scope, accountId: string): Promise<SyncedAccount | null>;
}

/** Downloads the .ics file of a subscription. Rejects with a `ProviderFailure`. */
export interface CalendarFeeds {
  /**
   * Resolves with `null` when the file has not changed since `etag`, else when the whole body is downloaded;
   * it is kept until `discard`. Refuses private addresses. A slow download is `unavailable` with the provider
   * code `too_slow`.
   */
  fetch(
    url: string,
    since: { etag: string | null },
  ): Promise<{ body: AsyncIterable<Uint8Array>; etag: string | null; discard(): Promise<void> } | null>;
}
