import type { RemoteEvent } from '#features/calendar/model/event.ts';

/** The provider's unit of storage and of versioning. */
export interface RemoteResource {
  /** Google: the event's id. Graph: the immutable id of the single event or master. CalDAV: the href. */
  readonly id: string;
  /** ETag or change key: differs whenever the content may differ. */
  readonly version: string;
  /** `object`: contains all events of the UID. `record`: other resources may contain more of it (Google). */
  readonly holds: 'object' | 'record';
  /** On a `record` that is a changed instance: the id of its series. */
  readonly masterId: string | null;
  readonly records: readonly RemoteEvent[];
  /**
   * Ids of its instances that have their own id, so that a change of one of them can be assigned to the
   * resource.
   */
  readonly partIds: readonly string[];
  /**
   * Everything the provider has, in its own format: the iCalendar text (CalDAV), or the event as JSON
   * (Google, Graph). A write copies from it what we do not understand. Null if the adapter does not need it.
   */
  readonly raw: string | null;
  /**
   * Why a part of it is not shown, or all of it when it has no records. Null or absent when everything is
   * shown.
   */
  readonly problem?: string | null;
}

/** A resource as of the last sync. */
export type KnownResource = Omit<RemoteResource, 'holds' | 'masterId'>;

/** The resources of an event series at the provider before our write replaced them. */
export type EarlierState = readonly KnownResource[];
