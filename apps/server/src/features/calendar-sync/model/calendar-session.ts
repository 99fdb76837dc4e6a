import type { CalendarDomain, Conference } from '@dayloom/contracts';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { EarlierState, KnownResource, RemoteResource } from './resource.ts';

export type RemoteChange =
  | { readonly kind: 'put'; readonly resource: RemoteResource }
  /**
   * `id` may name a resource or one of its parts. An unknown id is ignored, unless the provider has parts
   * without ids (`hasUnnamedParts`).
   */
  | { readonly kind: 'gone'; readonly id: string };

export interface ChangePage {
  readonly changes: readonly RemoteChange[];
  /** On the last page only: where the next sync run starts. */
  readonly cursor: string | null;
}

/** The provider no longer accepts the cursor: everything has to be listed again. */
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
  /** The kind of conference link that it can make for a new event; absent if none. */
  readonly conference?: Conference;
  /** False if nobody at the provider invites the guests of its events: they get a mail from us. */
  readonly invitesGuests?: false;
}

/** The wanted state of an event at the provider. */
export interface EventWriteRequest {
  /**
   * Our UID. If the provider assigns UIDs itself, the adapter stores this one with the event and returns it
   * in the event's records. The adapter also derives the idempotency key from it, so that a repeated insert
   * creates one event.
   */
  readonly uid: string;
  /** All records of the UID in their new state, the master first. Never empty. */
  readonly records: readonly RemoteEvent[];
  /** What the provider had at the last sync, to compute the difference; empty for a new event. */
  readonly known: readonly KnownResource[];
  /**
   * Earlier states, the latest first: of the series itself, or of the one that it was split from. Parts that
   * the records share with one of them are sent as they were in it: guests, alarms, and whatever else only
   * the provider understands.
   */
  readonly earlier: readonly EarlierState[];
  /** Whether the provider notifies guests of the change, if that can be chosen (`canWithholdNotices`). */
  readonly notifiesGuests: boolean;
}

/** An event series that is to be deleted at the provider. */
export interface EventRemoval {
  readonly known: readonly KnownResource[];
  /** Means the same as in `EventWriteRequest`. */
  readonly notifiesGuests: boolean;
}

export type WriteOutcome =
  /**
   * What the provider has of the UID now, with the new versions. Resources of `known` that are missing here
   * are gone.
   */
  | {
      readonly outcome: 'written';
      readonly resources: readonly RemoteResource[];
      /**
       * A sentence naming the parts of an earlier state that the provider did not restore; absent when it
       * restored all.
       */
      readonly notRestored?: string;
    }
  /** The version is not the known one: read, merge and try again. */
  | { readonly outcome: 'changed_meanwhile' };

export interface WatchRequest {
  /** Unique across all users; the provider repeats it in each notification. */
  readonly id: string;
  /** Secret; the provider repeats it in each notification. */
  readonly token: string;
  /** The URL for notifications; https outside the sandbox. */
  readonly address: string;
  readonly expiresAt: Date;
}

export interface Watch {
  readonly resourceId: string;
  readonly expiresAt: Date;
  /**
   * The resource ids of other watches of the same calendar with the same address. An unknown one is left over
   * from an interrupted attempt, or from a channel that we believed to have ended.
   */
  readonly others: readonly string[];
}

/**
 * An open session of one provider account. Every call rejects with a `ProviderFailure` (or
 * `SyncCursorExpired`).
 */
export interface CalendarSession {
  listCalendars(): Promise<readonly RemoteCalendar[]>;
  /**
   * The changes since `cursor`, page by page; with `null`, everything. `range` limits a first sync if the
   * provider can only sync a range. A cursor keeps the range that it started with. A list whose last page has
   * no cursor is incomplete.
   */
  listChanges(
    calendarId: string,
    cursor: string | null,
    range: { readonly from: Date; readonly to: Date },
  ): AsyncIterable<ChangePage>;
  /** What the provider has now of the UID of `known`; empty when it is gone. */
  read(calendarId: string, uid: string, known: readonly KnownResource[]): Promise<readonly RemoteResource[]>;
  /**
   * Returns `known` including what lists omit and a deletion would destroy (attachments). It is called and
   * stored before an event is deleted. Absent if lists are complete or the provider can restore deleted
   * events.
   */
  readonly readWhole?: (
    calendarId: string,
    known: readonly KnownResource[],
  ) => Promise<readonly KnownResource[]>;
  write(calendarId: string, input: EventWriteRequest): Promise<WriteOutcome>;
  /**
   * Deletes the events of the records in `known`. Anything else in the provider's object (an unreadable part,
   * an event of another UID) stays. Returns `written` with no resources, also when the event was already
   * gone.
   */
  remove(calendarId: string, removal: EventRemoval): Promise<WriteOutcome>;
  /** Subscribes to change notifications. Returns what `unwatch` and renewal need. */
  watch(calendarId: string, input: WatchRequest): Promise<Watch>;
  unwatch(channel: { id: string; resourceId: string }): Promise<void>;
}

/** What differs between providers. */
export interface ProviderTraits {
  readonly domain: CalendarDomain;
  /**
   * Whether `range` limits a first sync. If so, an unlisted event outside the range is not treated as gone.
   */
  readonly isBounded: boolean;
  /**
   * Whether it may report a gone instance by an id that it never sent before. The id can then belong to any
   * series, so all of them are read again.
   */
  readonly hasUnnamedParts: boolean;
  /** Whether a write can be done without notifying guests; otherwise the provider always notifies them. */
  readonly canWithholdNotices: boolean;
  /** The longest lifetime of a watch; null if the provider sends no notifications and has to be polled. */
  readonly watchHours: number | null;
}
