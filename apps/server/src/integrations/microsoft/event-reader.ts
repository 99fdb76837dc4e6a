import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { unreadableResponse } from '../calendars/checked-responses.ts';
import type { GraphCall } from './graph-calls.ts';
import { type GraphEvent, hasDigestedUid, toResource, UID_PROPERTY } from './graph-event.ts';
import { isGone } from './graph-failure.ts';

/** The properties requested of events and their parts. Graph returns two of them only when they are named. */
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

/** Reads events and complete series of a mailbox. */
export class EventReader {
  readonly #call: GraphCall;

  constructor(call: GraphCall) {
    this.#call = call;
  }

  /** An event, or a series with all its changes; null when it does not exist. */
  async find(id: string): Promise<RemoteResource | null> {
    try {
      const event = await this.#get(id);
      // The id may be that of an instance.
      const { seriesMasterId: seriesId } = event;
      const whole = typeof seriesId === 'string' && seriesId ? await this.#get(seriesId) : event;
      return toResource(whole, whole.exceptionOccurrences ?? []);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  async #get(id: string): Promise<GraphEvent> {
    const path = `${toPath(id)}?$select=${FIELDS}&$expand=exceptionOccurrences,${WITH_UID}`;
    const event = await this.#call<GraphEvent>({ method: 'get', path });
    if (typeof event !== 'object' || event === null) throw unreadableResponse('Outlook');
    return event;
  }

  /** Completes an event from a list. Reads it again only when the list omits something. */
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
