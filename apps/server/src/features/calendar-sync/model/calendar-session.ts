import type { CalendarDomain } from '@dayloom/contracts';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState, KnownResource, RemoteResource } from './resource.ts';

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

/** What differs from provider to provider. */
export interface ProviderTraits {
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
}
