import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import type { GraphCall } from './graph-calls.ts';
import { type GraphEvent, hasDigestedUid, toResource, UID_PROPERTY } from './graph-event.ts';
import { findProblem } from './graph-failure.ts';

/** Which of an event is asked for where its parts are: two of them come only when they are named. */
export const FIELDS = [
  'id',
  'changeKey',
  'iCalUId',
  'transactionId',
  'type',
  'seriesMasterId',
  'subject',
  'body',
  'location',
  'start',
  'end',
  'isAllDay',
  'isCancelled',
  'showAs',
  'responseStatus',
  'originalStart',
  'originalStartTimeZone',
  'originalEndTimeZone',
  'recurrence',
  'attendees',
  'organizer',
  'categories',
  'onlineMeeting',
  'isOrganizer',
  'locations',
  'sensitivity',
  'importance',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'hasAttachments',
  'hideAttendees',
  'allowNewTimeProposals',
  'responseRequested',
  'isOnlineMeeting',
  'onlineMeetingProvider',
  'cancelledOccurrences',
  'exceptionOccurrences',
].join(',');
const WITH_UID = `singleValueExtendedProperties($filter=${encodeURIComponent(`id eq '${UID_PROPERTY}'`)})`;

export function toPath(id: string): string {
  return `/me/events/${encodeURIComponent(id)}`;
}

/** Reads single events and series of a mailbox, each as a whole. */
export class EventReader {
  readonly #call: GraphCall;

  constructor(call: GraphCall) {
    this.#call = call;
  }

  /** An event, or a series with everything that was changed in it; null when there is none any more. */
  async find(id: string): Promise<RemoteResource | null> {
    const path = `/me/events/${encodeURIComponent(id)}?$select=${FIELDS}&$expand=exceptionOccurrences,${WITH_UID}`;
    try {
      const event = await this.#call<GraphEvent>({ method: 'get', path });
      // Asked for by one of its instances.
      if (event.seriesMasterId) return this.find(event.seriesMasterId);
      return toResource(event, event.exceptionOccurrences ?? []);
    } catch (error) {
      if (findProblem(error)?.status === 404) return null;
      throw error;
    }
  }

  /** One that a list told of; read again only where a list does not tell all. */
  async complete(event: GraphEvent): Promise<RemoteResource | null> {
    return hasDigestedUid(event) && event.id ? this.find(event.id) : toResource(event);
  }

  async findId(calendarId: string, uid: string): Promise<string | null> {
    const quoted = `'${uid.replaceAll("'", "''")}'`;
    const filters = [
      `singleValueExtendedProperties/Any(ep: ep/id eq '${UID_PROPERTY}' and ep/value eq ${quoted})`,
      `iCalUId eq ${quoted}`,
    ];
    for (const filter of filters) {
      const { value } = await this.#call<{ value: GraphEvent[] }>({
        method: 'get',
        path: `/me/calendars/${encodeURIComponent(calendarId)}/events?$filter=${encodeURIComponent(filter)}`,
      });
      const [event] = value;
      if (event?.id) return event.id;
    }
    return null;
  }
}
