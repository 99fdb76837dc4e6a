import type { RemoteEvent } from '#features/calendar/model/event.ts';

/** The provider's unit of storage and version. */
export interface RemoteResource {
  /** Google: the event's id. Graph: the immutable id of the single event or master. CalDAV: the href. */
  readonly id: string;
  /** ETag or change key: differs whenever the content may. */
  readonly version: string;
  /** `calendar object`: these are all events of the UID; `record`: other resources may hold more of it (Google). */
  readonly holds: 'object' | 'record';
  /** Of a `record` that is a changed instance: the id of its series. */
  readonly masterId: string | null;
  readonly records: readonly RemoteEvent[];
  /** Ids of its instances that have an id of their own, so that news about one of them is understood. */
  readonly partIds: readonly string[];
  /**
   * All that the provider holds, in its own format: the iCalendar text (CalDAV), the event as JSON (Google, Graph). A
   * write takes from it what we do not understand. Null where the adapter does not need it.
   */
  readonly raw: string | null;
  /** Why a part of it, or all where it has no records, is not shown; null or left out when all is. */
  readonly problem?: string | null;
}

/** A resource as it was when we last agreed. */
export type KnownResource = Omit<RemoteResource, 'holds' | 'masterId'>;

/** The resources of an event series as they were at the provider before a write of ours replaced them. */
export type EarlierState = readonly KnownResource[];
