import type { CalendarDomain } from '@dayloom/contracts';
import type { RemoteEvent } from '../calendar/model/event.ts';
import type { EarlierState, KnownResource, RemoteResource } from './model/resource.ts';

// --- consent --------------------------------------------------------------------------------------------

/** What a consent gave: who it is at the provider, and the grant, which only the adapter can read. */
export interface Consent {
  /** Stable and unique at the provider. */
  readonly subject: string;
  readonly email: string;
  /** Tokens as text. It is sealed before it is stored, and never logged. */
  readonly grant: string;
}

/**
 * The OAuth side of a provider: authorization code with PKCE (RFC 7636). Every call rejects with a
 * `ProviderFailure`; of `exchange` that is `rejected` with `providerCode` `invalid_grant` (a code that is spent,
 * expired or another user's) or `scope_missing` (the user left a box unticked that nothing works without).
 */
export interface ConsentProvider {
  authorizationUrl(request: {
    state: string;
    verifier: string;
    nonce: string;
    /** The address of the account that is meant, where one is: the provider offers it first. */
    account: string | null;
  }): Promise<string>;
  exchange(code: string, flow: { verifier: string; nonce: string }): Promise<Consent>;
  /** Gives the access back. Resolves when it is gone already. */
  revoke(grant: string): Promise<void>;
}

/** Looks up an account by address and password. Rejects as above, `reconnect_needed` for a wrong password. */
export interface PasswordProvider {
  /** The address is the user's own text: it may lack its scheme, or lead where nobody may go. */
  signIn(input: {
    serverUrl: string | null;
    username: string;
    password: string;
  }): Promise<Consent & { readonly serverUrl: string }>;
}

// --- events ---------------------------------------------------------------------------------------------

export type RemoteChange =
  | { readonly kind: 'put'; readonly resource: RemoteResource }
  /**
   * `id` may name a resource or one of its parts. Of an unknown one it means nothing, unless the provider has parts
   * without names (`hasUnnamedParts`).
   */
  | { readonly kind: 'gone'; readonly id: string };

export interface ChangePage {
  readonly changes: readonly RemoteChange[];
  /** On the last page only: where the next sync run begins. */
  readonly cursor: string | null;
}

/** The provider does not know the cursor any more: everything has to be listed again. */
export class SyncCursorExpired extends Error {
  override name = 'SyncCursorExpired';
}

export interface RemoteCalendar {
  readonly id: string;
  readonly name: string;
  /** `#RRGGBB`, or null. */
  readonly color: string | null;
  readonly isPrimary: boolean;
  readonly isWritable: boolean;
}

/** How an event is to be at the provider. */
export interface EventWriteRequest {
  /**
   * Ours. Where the provider makes UIDs of its own the adapter keeps this one with the event, tells its records by
   * it, and derives the key from it that makes an insert which is sent twice one event.
   */
  readonly uid: string;
  /** All records of the UID as they shall be, the master first. Never empty. */
  readonly records: readonly RemoteEvent[];
  /** What the provider had when we last agreed, to see what differs; empty for a new event. */
  readonly known: readonly KnownResource[];
  /**
   * Earlier states, the latest first: of the series itself, or of the one that it was split from. What the records
   * share with one of them goes out as it was there: guests, alarms, and whatever else only the provider understands.
   */
  readonly earlier: readonly EarlierState[];
  /** Whether the provider tells the guests of the change, where it can be chosen (`canWithholdNotices`). */
  readonly notifiesGuests: boolean;
}

/** An event series that is to be deleted at the provider. */
export interface EventRemoval {
  readonly known: readonly KnownResource[];
  /** As in `EventWish`. */
  readonly notifiesGuests: boolean;
}

export type WriteOutcome =
  /** What the provider holds of the UID now, with the new versions. Resources of `known` that are not in it are gone. */
  | {
      readonly outcome: 'written';
      readonly resources: readonly RemoteResource[];
      /** A sentence that says what of an earlier state the provider did not take back; left out when it took all. */
      readonly notRestored?: string;
    }
  /** Its version is not the one that is known: read, merge, try again. */
  | { readonly outcome: 'changed_meanwhile' };

export interface WatchRequest {
  /** Unique over all users; the provider names it in each notification. */
  readonly id: string;
  /** Secret; comes back with each notification. */
  readonly token: string;
  /** Where notifications go, https outside of the sandbox. */
  readonly address: string;
  readonly expiresAt: Date;
}

export interface Watch {
  readonly resourceId: string;
  readonly expiresAt: Date;
  /**
   * The resource ids of further watches of the same calendar that lead to the same address. One that nobody knows is
   * left from a try that broke off, or from a channel that we took for ended.
   */
  readonly others: readonly string[];
}

/** The grant of one account, shared by all that work on it. */
export interface GrantKeeper {
  /** Whose account it is: the work on what others wrote is shared out by user. */
  readonly userId: string;
  /** The account's id: what may run at once is shared by all that work on it. */
  readonly accountId: string;
  current(): Promise<string>;
  /**
   * Puts a new grant in place of `stale`. Of several at once one runs `make`; the others get its result, because
   * refresh tokens may be good for one use.
   */
  renew(stale: string, make: (current: string) => Promise<string>): Promise<string>;
}

/** One account at a provider, opened. Every call rejects with a `ProviderFailure` (or `SyncCursorExpired`). */
export interface CalendarSession {
  listCalendars(): Promise<readonly RemoteCalendar[]>;
  /**
   * What changed since `cursor`, page by page; with `null` all there is. `range` bounds a first sync where the
   * provider can only sync a range; a cursor keeps the range that it began with.
   */
  listChanges(
    calendarId: string,
    cursor: string | null,
    range: { readonly from: Date; readonly to: Date },
  ): AsyncIterable<ChangePage>;
  /** What the provider holds now of the UID that `known` is of; empty when it is gone. */
  read(calendarId: string, uid: string, known: readonly KnownResource[]): Promise<readonly RemoteResource[]>;
  /**
   * `known` with what lists leave out and a deletion would destroy (attachments): it is kept before an event is
   * deleted. Missing where lists tell all, or the provider can bring a deleted event back.
   */
  readonly readWhole?: (
    calendarId: string,
    known: readonly KnownResource[],
  ) => Promise<readonly KnownResource[]>;
  write(calendarId: string, input: EventWriteRequest): Promise<WriteOutcome>;
  /**
   * Deletes the events that the records of `known` stand for. Where the provider's object holds more than these (an
   * unreadable part, an event of another UID), that stays. `written` with no resources also when it was gone before.
   */
  remove(calendarId: string, removal: EventRemoval): Promise<WriteOutcome>;
  /** Asks to be told of changes. Answers what `unwatch` and renewal need. */
  watch(calendarId: string, input: WatchRequest): Promise<Watch>;
  unwatch(channel: { id: string; resourceId: string }): Promise<void>;
}

export interface CalendarProvider {
  readonly domain: CalendarDomain;
  /** Whether a first sync is bounded by `range`; then what lies outside of it is not gone because it is not listed. */
  readonly isBounded: boolean;
  /**
   * Whether it may tell that an instance is gone by an id that it gave to nobody before: then it is any series' own
   * matter, and all of them are looked at.
   */
  readonly hasUnnamedParts: boolean;
  /** Whether a write can be kept from the guests; otherwise the provider always tells them. */
  readonly canWithholdNotices: boolean;
  /** The longest that a watch may last; null where the provider tells nobody and has to be asked. */
  readonly watchHours: number | null;
  open(grant: GrantKeeper): CalendarSession;
}

/** What is connected by a browser's consent, and what by a password. */
export type CalendarProviders = {
  readonly google: { readonly calendars: CalendarProvider; readonly consent: ConsentProvider } | null;
  readonly outlook: { readonly calendars: CalendarProvider; readonly consent: ConsentProvider } | null;
  readonly apple: { readonly calendars: CalendarProvider; readonly password: PasswordProvider } | null;
};

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
