import { createHash } from 'node:crypto';
import { DAY_MS, findZoneName, isTimeZone } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { EventDetails, EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { isSameAddress } from '#features/calendar/model/guests.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { readEvent } from '../calendars/checked-responses.ts';
import type { EventField } from '../calendars/object-parts.ts';
import { dashedDate, timeInZone, toProviderTime } from '../calendars/provider-times.ts';
import { eventShape } from './event-shape.ts';
import { parseGraphRule, toGraphRecurrence } from './graph-recurrence.ts';
import { extractText } from './html-body.ts';

/** An event from Graph, possibly with properties requested by `$expand`. */
export type GraphEvent = Graph.Event & { '@odata.etag'?: string };

/** The named property that contains our UID. The id of its property set must never change. */
export const UID_PROPERTY = 'String {0d1c8a52-7b3e-4f7a-9f0e-5a2f64c1b7d3} Name dayloomUid';
/** The online meetings that we ask for. Those of Skype end. */
export const TEAMS = 'teamsForBusiness';
const OURS = /^dayloom(?:\+\d+)?:/;
const DIGESTED = 'dayloom-digest:';
/** A longer UID is replaced by its digest and stored in the property. */
const MAX_TRANSACTION = 200;

/**
 * The key with which Graph treats a repeated insert as one event. `attempt` makes another key when the first
 * is used up.
 */
export function toTransactionId(uid: string, attempt = 0): string {
  if (uid.length > MAX_TRANSACTION) {
    const digest = createHash('sha256').update(uid).digest('hex');
    return `${DIGESTED}${attempt > 0 ? `${attempt}:` : ''}${digest}`;
  }
  return `dayloom${attempt > 0 ? `+${attempt}` : ''}:${uid}`;
}

/** Whether the event has one of our UIDs that only the property contains. */
export function hasDigestedUid({ transactionId }: GraphEvent): boolean {
  return typeof transactionId === 'string' && transactionId.startsWith(DIGESTED);
}

function getUid(event: GraphEvent): string {
  const property = event.singleValueExtendedProperties?.find(({ id }) => id === UID_PROPERTY)?.value;
  if (property) return property;
  const { transactionId, iCalUId, id } = event;
  if (transactionId && OURS.test(transactionId)) return transactionId.replace(OURS, '');
  return iCalUId ?? id ?? '';
}

/** All records of the event or series as one resource; null when nothing of it takes place. */
export function toResource(event: GraphEvent, exceptions: readonly GraphEvent[] = []): RemoteResource | null {
  return readEvent(event, eventShape, () => toCheckedResource(event, exceptions));
}

function toCheckedResource(event: GraphEvent, exceptions: readonly GraphEvent[]): RemoteResource | null {
  const received = toRecord(event, getUid(event));
  if (!event.id || !received || event.isCancelled) return null;
  // A user invited to one instance of a series has a separate event for it, without the series.
  const master = { ...received, recurrenceId: null };
  const { uid } = master;
  const changed = exceptions.flatMap((exception) => toRecord(exception, uid, event) ?? []);
  return {
    id: event.id,
    version: toVersion(event, exceptions),
    holds: 'object',
    masterId: null,
    records: [master, ...changed.map((record) => ({ ...record, madeBy: master.madeBy }))],
    partIds: exceptions.flatMap(({ id }) => id ?? []),
    raw: JSON.stringify({ ...event, ...(exceptions.length > 0 && { exceptionOccurrences: exceptions }) }),
  };
}

/** A change of any part changes the version. It begins with the master's `If-Match` value. */
function toVersion(event: GraphEvent, exceptions: readonly GraphEvent[]): string {
  const tag = getTag(event);
  const parts = [
    ...exceptions.map((exception) => `${exception.id} ${getTag(exception)}`),
    ...(event.cancelledOccurrences ?? []),
  ].sort();
  if (parts.length === 0) return tag;
  return `${tag}#${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}`;
}

export function getTag(event: GraphEvent): string {
  return event['@odata.etag'] ?? `W/"${event.changeKey}"`;
}

export function parseMasterTag(version: string): string {
  return version.replace(/#[\w-]*$/, '');
}

/**
 * Reads one event. The series decides the key of a changed instance, because the change may turn a whole day
 * into hours or back.
 */
function toRecord(event: GraphEvent, uid: string, series: GraphEvent = event): RemoteEvent | null {
  const { isAllDay = false, type, recurrence, showAs, responseStatus } = event;
  const zone = getEventZone(event);
  const start = toEventTime(event.start, zone, isAllDay === true);
  const end = toEventTime(event.end, knownZone(event.originalEndTimeZone) ?? zone, isAllDay === true);
  const recurrenceId =
    type === 'exception' || type === 'occurrence' ? findOriginalStart(event, series) : null;
  if (!start || !end || (recurrenceId === undefined && event.seriesMasterId)) return null;
  const rule = type === 'seriesMaster' && recurrence ? parseGraphRule(recurrence, start) : null;
  const isFree =
    showAs === 'free' || showAs === 'workingElsewhere' || responseStatus?.response === 'declined';
  return {
    uid,
    recurrenceId: recurrenceId ?? null,
    title: event.subject ?? '',
    description: toDescription(event.body),
    location: event.location?.displayName ?? '',
    status: event.isCancelled ? 'cancelled' : showAs === 'tentative' ? 'tentative' : 'confirmed',
    isBusy: !isAllDay && !isFree && !event.isCancelled,
    isAllDay: isAllDay === true,
    start,
    end,
    recurrence:
      rule === null
        ? null
        : {
            rules: [rule],
            exceptionRules: [],
            rdates: [],
            exdates: (event.cancelledOccurrences ?? []).flatMap((id) => cancelledTime(id, start)),
          },
    details: { ...toDetails(event), ...(isAllDay && isFree && { isFree }) },
    zoneDefinition: null,
    madeBy: findMadeBy(uid),
  };
}

function toDescription(body: GraphEvent['body']): string {
  const content = body?.content ?? '';
  return body?.contentType === 'html' ? extractText(content) : content.replace(/\r\n?/g, '\n').trimEnd();
}

/** The UID contains the maker of our own copies. */
function findMadeBy(uid: string): RemoteEvent['madeBy'] {
  if (uid.startsWith('dayloom-block-')) return 'block';
  return uid.startsWith('dayloom-mirror-') ? 'mirror' : null;
}

/** The IANA name of the zone in which the event was created. All times are requested in UTC. */
function getEventZone({ originalStartTimeZone, recurrence }: GraphEvent): string {
  return knownZone(originalStartTimeZone) ?? knownZone(recurrence?.range?.recurrenceTimeZone) ?? 'UTC';
}

function knownZone(name: string | null | undefined): string | null {
  const zone = name ? findZoneName(name) : null;
  return zone !== null && isTimeZone(zone) ? zone : null;
}

function toInstant(moment: Graph.DateTimeTimeZone | null | undefined): number | null {
  if (!moment?.dateTime) return null;
  const instant = Date.parse(`${moment.dateTime.replace(/(?:\.\d+)?Z?$/, '')}Z`);
  return Number.isNaN(instant) ? null : instant;
}

function toEventTime(
  moment: Graph.DateTimeTimeZone | null | undefined,
  zone: string,
  isAllDay: boolean,
): EventTime | null {
  const instant = toInstant(moment);
  if (instant === null) return null;
  return isAllDay ? dayAt(instant, zone) : timeInZone(instant, zone);
}

/**
 * Whole days arrive as midnights, mostly without a zone, sometimes as the midnight of the event's zone in
 * UTC.
 */
function dayAt(instant: number, zone: string): EventTime {
  const isMidnight = instant % DAY_MS === 0;
  return { at: timeInZone(instant, isMidnight ? 'UTC' : zone).at.slice(0, 8), timeZone: null };
}

/** Undefined when the event does not name its original start. */
function findOriginalStart({ originalStart }: GraphEvent, series: GraphEvent): EventTime | undefined {
  const instant = Date.parse(originalStart ?? '');
  if (Number.isNaN(instant)) return undefined;
  return series.isAllDay ? dayAt(instant, getEventZone(series)) : timeInZone(instant, 'UTC');
}

/** `OID.{id}.2026-11-24`: the day of an excluded occurrence, in the zone of the series. */
function cancelledTime(occurrenceId: string, start: EventTime): EventTime[] {
  const date = /\.(\d{4}-\d{2}-\d{2})$/.exec(occurrenceId)?.[1]?.replaceAll('-', '');
  return date === undefined ? [] : [{ at: `${date}${start.at.slice(8)}`, timeZone: start.timeZone }];
}

const PARTSTAT: Readonly<Record<string, string>> = {
  accepted: 'ACCEPTED',
  organizer: 'ACCEPTED',
  declined: 'DECLINED',
  tentativelyAccepted: 'TENTATIVE',
};

/** The guests as Outlook has them in `held`, the latest state first, with new ones added. Their answers are not sent. */
export function toGraphAttendees({ details }: RemoteEvent, held: readonly GraphEvent[]): Graph.Attendee[] {
  const known = held.flatMap(({ attendees }) => attendees ?? []);
  return (details.attendees ?? []).flatMap(({ email, name }): Graph.Attendee[] => {
    const same = known.find(({ emailAddress }) => isSameAddress(emailAddress?.address, email));
    if (same) return [withoutAnswer(same)];
    if (email === null || isSameAddress(email, details.organizer?.email)) return [];
    return [{ emailAddress: { address: email, name: name ?? email }, type: 'required' }];
  });
}

export function withoutAnswer({ type, emailAddress }: Graph.Attendee): Graph.Attendee {
  return { ...(type && { type }), ...(emailAddress && { emailAddress }) };
}

function toDetails({
  organizer,
  isOrganizer,
  attendees,
  categories,
  onlineMeeting,
  responseStatus,
}: GraphEvent): EventDetails {
  const url = onlineMeeting?.joinUrl;
  const isInvited = isOrganizer === false && organizer?.emailAddress?.address;
  const person = (address: Graph.NullableOption<Graph.EmailAddress> | undefined) => ({
    email: address?.address ?? null,
    name: address?.name ?? null,
  });
  return {
    ...(url && { url }),
    ...(isInvited && { ownAnswer: PARTSTAT[responseStatus?.response ?? ''] ?? 'NEEDS-ACTION' }),
    ...((organizer?.emailAddress || isOrganizer) &&
      attendees?.length && {
        organizer: { ...person(organizer?.emailAddress), ...(isOrganizer && { isSelf: true }) },
      }),
    ...(attendees?.length && {
      attendees: attendees.map(({ emailAddress, status }) => ({
        ...person(emailAddress),
        status: PARTSTAT[status?.response ?? ''] ?? 'NEEDS-ACTION',
      })),
    }),
    ...(categories?.length && { categories }),
  };
}

/** The event properties for the given fields. */
export function toGraphEvent(event: RemoteEvent, fields: ReadonlySet<EventField>): Graph.Event {
  const start = toDateTimeTimeZone(event.start, event);
  const isTimed = fields.has('time') || fields.has('rules');
  return {
    ...(fields.has('title') && { subject: event.title }),
    ...(fields.has('description') && { body: { contentType: 'text', content: event.description } }),
    ...(fields.has('location') && { location: { displayName: event.location } }),
    ...((fields.has('availability') || fields.has('status')) && {
      showAs: event.isBusy ? (event.status === 'tentative' ? 'tentative' : 'busy') : 'free',
    }),
    // Times and recurrence are sent together: Outlook requires the first day to match both.
    ...(isTimed && { isAllDay: event.isAllDay, start, end: toDateTimeTimeZone(event.end, event) }),
    ...(isTimed &&
      event.recurrenceId === null &&
      (fields.has('rules') || event.recurrence) && {
        recurrence: event.recurrence && toGraphRecurrence(event, start.timeZone ?? 'UTC'),
      }),
  };
}

/** Whole days last from midnight to midnight in UTC, which no zone can shift. */
function toDateTimeTimeZone(time: EventTime, event: RemoteEvent): Graph.DateTimeTimeZone {
  const received = toProviderTime(time, event, 'UTC');
  return 'date' in received ? { dateTime: `${dashedDate(time.at)}T00:00:00`, timeZone: 'UTC' } : received;
}

/** Adds the properties that only a new event needs. */
export function insertedBody(
  body: Graph.Event,
  { uid, madeBy, details }: RemoteEvent,
  attempt: number,
): Graph.Event {
  return {
    ...body,
    transactionId: toTransactionId(uid, attempt),
    singleValueExtendedProperties: [{ id: UID_PROPERTY, value: uid }],
    // A copy must not cause reminders.
    ...(madeBy && { isReminderOn: false }),
    ...(details.conference && { isOnlineMeeting: true, onlineMeetingProvider: TEAMS }),
  };
}
