import { createHash } from 'node:crypto';
import { findZoneName, isTimeZone } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { EventDetails, EventTime, RemoteEvent } from '../../features/calendar/model/event.ts';
import type { RemoteResource } from '../../features/calendar-sync/model/resource.ts';
import type { EventField } from '../calendars/object-parts.ts';
import { dashedDate, timeInZone, toldTime } from '../calendars/told-times.ts';
import { recurrenceOf, ruleOf } from './graph-recurrence.ts';
import { textOfHtml } from './html-body.ts';

/** An event as Graph gives it: what is asked for by `$expand` may be there. */
export type GraphEvent = Graph.Event & { '@odata.etag'?: string };

/** Where our UID is found by (a named property; the set's id is ours for good). */
export const UID_PROPERTY = 'String {0d1c8a52-7b3e-4f7a-9f0e-5a2f64c1b7d3} Name dayloomUid';
const OURS = /^dayloom(?:\+\d+)?:/;
const DIGESTED = 'dayloom-digest:';
/** Longer ones are told by their digest; the UID itself is then in the property. */
const MAX_TRANSACTION = 200;

/** What makes an insert that is sent twice one event. `attempt` makes another one where the first is used up. */
export function transactionOf(uid: string, attempt = 0): string {
  if (uid.length > MAX_TRANSACTION) {
    const digest = createHash('sha256').update(uid).digest('hex');
    return `${DIGESTED}${attempt > 0 ? `${attempt}:` : ''}${digest}`;
  }
  return `dayloom${attempt > 0 ? `+${attempt}` : ''}:${uid}`;
}

/** Whether the event's UID is one of ours that only its property tells. */
export function hasDigestedUid({ transactionId }: GraphEvent): boolean {
  return transactionId?.startsWith(DIGESTED) ?? false;
}

function uidOf(event: GraphEvent): string {
  const property = event.singleValueExtendedProperties?.find(({ id }) => id === UID_PROPERTY)?.value;
  if (property) return property;
  const { transactionId, iCalUId, id } = event;
  if (transactionId && OURS.test(transactionId)) return transactionId.replace(OURS, '');
  return iCalUId ?? id ?? '';
}

/** Every record of the event or series, as one resource; null for what does not take place at all. */
export function resourceOf(event: GraphEvent, exceptions: readonly GraphEvent[] = []): RemoteResource | null {
  const told = recordOf(event, uidOf(event));
  if (!event.id || !told || event.isCancelled) return null;
  // Who was invited to one instance of a series only has an event of its own in it.
  const master = { ...told, recurrenceId: null };
  const { uid } = master;
  const changed = exceptions.flatMap((exception) => recordOf(exception, uid, event) ?? []);
  return {
    id: event.id,
    version: versionOf(event, exceptions),
    holds: 'object',
    masterId: null,
    records: [master, ...changed.map((record) => ({ ...record, madeBy: master.madeBy }))],
    partIds: exceptions.flatMap(({ id }) => id ?? []),
    raw: JSON.stringify({ ...event, ...(exceptions.length > 0 && { exceptionOccurrences: exceptions }) }),
  };
}

/** A change of any part is another version; what `If-Match` wants of the master stands in front. */
function versionOf(event: GraphEvent, exceptions: readonly GraphEvent[]): string {
  const tag = tagOf(event);
  const parts = [
    ...exceptions.map((exception) => `${exception.id} ${tagOf(exception)}`),
    ...(event.cancelledOccurrences ?? []),
  ].sort();
  if (parts.length === 0) return tag;
  return `${tag}#${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}`;
}

export function tagOf(event: GraphEvent): string {
  return event['@odata.etag'] ?? `W/"${event.changeKey}"`;
}

export function masterTagOf(version: string): string {
  return version.replace(/#[\w-]*$/, '');
}

/** Which of its instances a changed one is, its series says: the change may be of a whole day into hours, or back. */
function recordOf(event: GraphEvent, uid: string, series: GraphEvent = event): RemoteEvent | null {
  const { isAllDay = false, type, recurrence, showAs, responseStatus } = event;
  const zone = zoneOfEvent(event);
  const start = timeOf(event.start, zone, isAllDay === true);
  const end = timeOf(event.end, knownZone(event.originalEndTimeZone) ?? zone, isAllDay === true);
  const recurrenceId = type === 'exception' || type === 'occurrence' ? originalOf(event, series) : null;
  if (!start || !end || (recurrenceId === undefined && event.seriesMasterId)) return null;
  const rule = type === 'seriesMaster' && recurrence ? ruleOf(recurrence, start) : null;
  const isFree =
    showAs === 'free' || showAs === 'workingElsewhere' || responseStatus?.response === 'declined';
  return {
    uid,
    recurrenceId: recurrenceId ?? null,
    title: event.subject ?? '',
    description: descriptionOf(event.body),
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
    details: { ...detailsOf(event), ...(isAllDay && isFree && { isFree }) },
    zoneDefinition: null,
    madeBy: madeByOf(uid),
  };
}

function descriptionOf(body: GraphEvent['body']): string {
  const content = body?.content ?? '';
  return body?.contentType === 'html' ? textOfHtml(content) : content.replace(/\r\n?/g, '\n').trimEnd();
}

/** Of our own copies the UID tells it. */
function madeByOf(uid: string): RemoteEvent['madeBy'] {
  if (uid.startsWith('dayloom-block-')) return 'block';
  return uid.startsWith('dayloom-mirror-') ? 'mirror' : null;
}

/** The IANA name of the zone that the event was made in. All times are asked for in UTC. */
function zoneOfEvent({ originalStartTimeZone, recurrence }: GraphEvent): string {
  return knownZone(originalStartTimeZone) ?? knownZone(recurrence?.range?.recurrenceTimeZone) ?? 'UTC';
}

function knownZone(name: string | null | undefined): string | null {
  const zone = name ? findZoneName(name) : null;
  return zone !== null && isTimeZone(zone) ? zone : null;
}

function instantOf(moment: Graph.DateTimeTimeZone | null | undefined): number | null {
  if (!moment?.dateTime) return null;
  const instant = Date.parse(`${moment.dateTime.replace(/(?:\.\d+)?Z?$/, '')}Z`);
  return Number.isNaN(instant) ? null : instant;
}

function timeOf(
  moment: Graph.DateTimeTimeZone | null | undefined,
  zone: string,
  isAllDay: boolean,
): EventTime | null {
  const instant = instantOf(moment);
  if (instant === null) return null;
  return isAllDay ? dayAt(instant, zone) : timeInZone(instant, zone);
}

/** Whole days come as midnights, mostly of no zone, now and then of the event's own told in UTC. */
function dayAt(instant: number, zone: string): EventTime {
  const isMidnight = instant % 86_400_000 === 0;
  return { at: timeInZone(instant, isMidnight ? 'UTC' : zone).at.slice(0, 8), timeZone: null };
}

/** Undefined: it does not say which instance it is. */
function originalOf({ originalStart }: GraphEvent, series: GraphEvent): EventTime | undefined {
  const instant = Date.parse(originalStart ?? '');
  if (Number.isNaN(instant)) return undefined;
  return series.isAllDay ? dayAt(instant, zoneOfEvent(series)) : timeInZone(instant, 'UTC');
}

/** `OID.{id}.2026-11-24`: the day, in the zone of the series, of an occurrence that was taken out. */
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

function detailsOf({ organizer, attendees, categories, onlineMeeting }: GraphEvent): EventDetails {
  const url = onlineMeeting?.joinUrl;
  const person = (address: Graph.NullableOption<Graph.EmailAddress> | undefined) => ({
    email: address?.address ?? null,
    name: address?.name ?? null,
  });
  return {
    ...(url && { url }),
    ...(organizer?.emailAddress && attendees?.length && { organizer: person(organizer.emailAddress) }),
    ...(attendees?.length && {
      attendees: attendees.map(({ emailAddress, status }) => ({
        ...person(emailAddress),
        status: PARTSTAT[status?.response ?? ''] ?? 'NEEDS-ACTION',
      })),
    }),
    ...(categories?.length && { categories }),
  };
}

/** The fields of an event that are to be written. */
export function bodyOf(event: RemoteEvent, fields: ReadonlySet<EventField>): Graph.Event {
  const start = momentOf(event.start, event);
  const isTimed = fields.has('time') || fields.has('rules');
  return {
    ...(fields.has('title') && { subject: event.title }),
    ...(fields.has('description') && { body: { contentType: 'text', content: event.description } }),
    ...(fields.has('location') && { location: { displayName: event.location } }),
    ...((fields.has('availability') || fields.has('status')) && {
      showAs: event.isBusy ? (event.status === 'tentative' ? 'tentative' : 'busy') : 'free',
    }),
    // A series is told with its first day: Outlook wants both to agree.
    ...(isTimed && { isAllDay: event.isAllDay, start, end: momentOf(event.end, event) }),
    ...(isTimed &&
      event.recurrenceId === null &&
      (fields.has('rules') || event.recurrence) && {
        recurrence: event.recurrence && recurrenceOf(event, start.timeZone ?? 'UTC'),
      }),
  };
}

/** Whole days last from midnight to midnight, in no zone that could move them. */
function momentOf(time: EventTime, event: RemoteEvent): Graph.DateTimeTimeZone {
  const told = toldTime(time, event, 'UTC');
  return 'date' in told ? { dateTime: `${dashedDate(time.at)}T00:00:00`, timeZone: 'UTC' } : told;
}

/** What an event of ours says beside its fields when it is made. */
export function insertedBody(body: Graph.Event, { uid, madeBy }: RemoteEvent, attempt: number): Graph.Event {
  return {
    ...body,
    transactionId: transactionOf(uid, attempt),
    singleValueExtendedProperties: [{ id: UID_PROPERTY, value: uid }],
    // Nobody wants to be reminded of a copy.
    ...(madeBy && { isReminderOn: false }),
  };
}
