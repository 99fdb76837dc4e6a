import { createHash } from 'node:crypto';
import { findZoneName, isTimeZone } from '@dayloom/time';
import type { calendar_v3 } from '@googleapis/calendar';
import type {
  EventDetails,
  EventRecurrence,
  EventTime,
  RemoteEvent,
} from '#features/calendar/model/event.ts';
import { isSameAddress, listGuests } from '#features/calendar/model/guests.ts';
import { htmlToText, textToHtml } from '#features/calendar/model/plain-description.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import { readEvent } from '../calendars/checked-responses.ts';
import { type EventField, parseInstanceKey } from '../calendars/object-parts.ts';
import { getTimeInstant, offsetAt, timeInZone, toProviderTime } from '../calendars/provider-times.ts';
import { eventShape } from './event-shape.ts';

type GoogleEvent = calendar_v3.Schema$Event;
type GoogleTime = calendar_v3.Schema$EventDateTime;

/** The type of Google Meet among solutions for conferences. */
export const MEET = 'hangoutsMeet';

/** Private extended properties that contain our UID and our mark. */
const UID = 'dayloomUid';
const MADE_BY = 'dayloomMadeBy';

/** The id of our event at Google: base32hex, and always equal for the same UID. */
export function toGoogleId(uid: string): string {
  const digest = createHash('sha256').update(uid).digest();
  let bits = 0n;
  for (const byte of digest) bits = (bits << 8n) | BigInt(byte);
  return `dl${bits.toString(32)}`;
}

/** Converts Google's event into a resource; null for a deleted event or one with too little data to show. */
export function toResource(event: GoogleEvent, calendarZone: string): RemoteResource | null {
  return readEvent(event, eventShape, () => toCheckedResource(event, calendarZone));
}

function toCheckedResource(event: GoogleEvent, calendarZone: string): RemoteResource | null {
  const record = toRecord(event, calendarZone);
  if (!event.id || !record) return null;
  return {
    id: event.id,
    version: event.etag ?? '',
    holds: 'record',
    masterId: event.recurringEventId ?? null,
    records: [record],
    partIds: [],
    raw: JSON.stringify(event),
  };
}

function toRecord(event: GoogleEvent, calendarZone: string): RemoteEvent | null {
  const isCancelled = event.status === 'cancelled';
  if (isCancelled && !event.recurringEventId) return null;
  const original = event.originalStartTime && toEventTime(event.originalStartTime, calendarZone);
  const recurrenceId = event.recurringEventId ? (original ?? parseInstanceId(event.id ?? '')) : null;
  if (event.recurringEventId && !recurrenceId) return null;
  // For a cancelled instance Google guarantees only its original start.
  const start =
    (event.start && toEventTime(event.start, calendarZone)) ?? (isCancelled ? recurrenceId : null);
  const end = (event.end && toEventTime(event.end, calendarZone)) ?? start;
  if (!start || !end) return null;
  const isAllDay = !start.at.includes('T');
  const declined = event.attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined');
  const isFree = event.transparency === 'transparent' || declined === true;
  const madeBy = event.extendedProperties?.private?.[MADE_BY];
  return {
    uid: getUid(event),
    recurrenceId,
    title: event.summary ?? '',
    description: htmlToText(event.description ?? ''),
    location: event.location ?? '',
    status: isCancelled ? 'cancelled' : event.status === 'tentative' ? 'tentative' : 'confirmed',
    isBusy: !isAllDay && !isCancelled && !isFree,
    isAllDay,
    start,
    end,
    recurrence: event.recurringEventId ? null : toRecurrence(event.recurrence ?? [], start),
    details: { ...toDetails(event), ...(isAllDay && isFree && { isFree }) },
    zoneDefinition: null,
    madeBy: madeBy === 'block' || madeBy === 'mirror' ? madeBy : null,
  };
}

/** Our UID counts only on an event that we inserted, because a copy contains our properties too. */
function getUid(event: GoogleEvent): string {
  const ours = event.extendedProperties?.private?.[UID];
  const id = event.recurringEventId ?? event.id;
  if (ours && toGoogleId(ours) === id) return ours;
  return event.iCalUID ?? (event.recurringEventId ? '' : (event.id ?? ''));
}

/** The original start, which ends the id of an instance. */
function parseInstanceId(id: string): EventTime | null {
  const key = /_(\d{8}(?:T\d{6}Z)?)$/.exec(id)?.[1];
  return key === undefined ? null : parseInstanceKey(key);
}

function toEventTime(time: GoogleTime, calendarZone: string): EventTime | null {
  if (time.date) return { at: time.date.replaceAll('-', ''), timeZone: null };
  if (!time.dateTime) return null;
  const zone = knownZone(time.timeZone ?? calendarZone);
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(time.dateTime);
  if (!hasOffset) return { at: time.dateTime.replace(/[-:]|\.\d+$/g, ''), timeZone: zone };
  const instant = Date.parse(time.dateTime);
  return Number.isNaN(instant) ? null : timeInZone(instant, zone);
}

function knownZone(name: string): string {
  if (isTimeZone(name)) return name;
  const found = findZoneName(name);
  return found !== null && isTimeZone(found) ? found : 'UTC';
}

/** RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545 §3.8.5). */
function toRecurrence(lines: readonly string[], start: EventTime): EventRecurrence | null {
  const rules: string[] = [];
  const exceptionRules: string[] = [];
  const rdates: EventRecurrence['rdates'][number][] = [];
  const exdates: EventTime[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name = '', ...parameters] = line.slice(0, colon).split(';');
    const value = line.slice(colon + 1).trim();
    const zone = parameters.find((each) => /^TZID=/i.test(each))?.slice(5);
    const parseTime = (text: string): EventTime => {
      if (!text.includes('T')) return { at: text, timeZone: null };
      if (/z$/i.test(text)) return { at: text.slice(0, -1), timeZone: 'UTC' };
      return { at: text, timeZone: zone ? knownZone(zone) : start.timeZone };
    };
    if (/^RRULE$/i.test(name)) rules.push(value);
    else if (/^EXRULE$/i.test(name)) exceptionRules.push(value);
    else if (/^EXDATE$/i.test(name)) exdates.push(...value.split(',').map(parseTime));
    else if (/^RDATE$/i.test(name)) {
      for (const text of value.split(',')) {
        const [from = '', to] = text.split('/');
        // A duration instead of an end is in practice the event's own length.
        rdates.push({ ...parseTime(from), ...(to && !to.startsWith('P') && { end: parseTime(to) }) });
      }
    }
  }
  if (rules.length === 0 && rdates.length === 0) return null;
  return { rules, exceptionRules, rdates, exdates };
}

const PARTSTAT: Readonly<Record<string, string>> = {
  needsAction: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
};

type GooglePerson = Pick<calendar_v3.Schema$EventAttendee, 'email' | 'displayName' | 'self'>;

function toPerson({ email, displayName, self }: GooglePerson): NonNullable<EventDetails['organizer']> {
  return { email: email ?? null, name: displayName ?? null, ...(self && { isSelf: true }) };
}

/** The guests as Google has them in `held`, the latest state first, with new ones added. Null for none. */
export function toGoogleAttendees(
  { details }: RemoteEvent,
  held: readonly GoogleEvent[],
): calendar_v3.Schema$EventAttendee[] | null {
  const known = held.flatMap(({ attendees }) => attendees ?? []);
  if (listGuests(details).length === 0) return null;
  return (details.attendees ?? []).flatMap(({ email, name }) => {
    const same = known.find((attendee) => isSameAddress(attendee.email, email));
    return same ?? (email === null ? [] : { email, ...(name && { displayName: name }) });
  });
}

/** The guests as Google has them, with the user's own answer. Null if it is the same. */
export function answeredAttendees(
  { details: { ownAnswer } }: RemoteEvent,
  { attendees = [] }: GoogleEvent,
): calendar_v3.Schema$EventAttendee[] | null {
  const [responseStatus] = Object.entries(PARTSTAT).find(([, status]) => status === ownAnswer) ?? [];
  const own = attendees.find(({ self }) => self);
  if (!own || responseStatus === undefined || own.responseStatus === responseStatus) return null;
  return attendees.map((attendee) => (attendee === own ? { ...attendee, responseStatus } : attendee));
}

function toDetails({ organizer, attendees, source, hangoutLink }: GoogleEvent): EventDetails {
  const url = hangoutLink ?? source?.url;
  const own = organizer && !organizer.self && attendees?.find(({ self }) => self);
  return {
    ...(url && { url }),
    ...(own && { ownAnswer: PARTSTAT[own.responseStatus ?? ''] ?? 'NEEDS-ACTION' }),
    // Without guests, the organizer is the calendar itself.
    ...(organizer &&
      attendees?.length && {
        organizer: toPerson(organizer),
      }),
    ...(attendees?.length && {
      attendees: attendees.map((attendee) => ({
        ...toPerson(attendee),
        status: PARTSTAT[attendee.responseStatus ?? ''] ?? 'NEEDS-ACTION',
      })),
    }),
  };
}

/**
 * The event properties for the given fields. `exdates` are the instances excluded by the event's own lines.
 */
export function toGoogleEvent(
  event: RemoteEvent,
  fields: ReadonlySet<EventField>,
  floatingZone: string,
  exdates: readonly string[],
): GoogleEvent {
  const time = (at: EventTime): GoogleTime => {
    const received = toProviderTime(at, event, floatingZone);
    // Properties that are not sent stay unchanged, so a change from a date to a time must clear the date.
    if ('date' in received) return { date: received.date, dateTime: null, timeZone: null };
    // The offset distinguishes the two instants of an hour that occurs twice.
    const offset = offsetAt(getTimeInstant(at, event, floatingZone), received.timeZone);
    return { dateTime: received.dateTime + offset, timeZone: received.timeZone, date: null };
  };
  return {
    ...(fields.has('title') && { summary: event.title }),
    ...(fields.has('description') && { description: textToHtml(event.description) }),
    ...(fields.has('location') && { location: event.location }),
    ...(fields.has('status') && { status: event.status }),
    ...(fields.has('availability') && { transparency: event.isBusy ? 'opaque' : 'transparent' }),
    ...(fields.has('time') && { start: time(event.start), end: time(event.end) }),
    ...(fields.has('rules') && {
      recurrence: event.recurrence && toRecurrenceLines(event.recurrence, exdates),
    }),
  };
}

/** The body of an inserted event. Marks copied from another event are replaced by new ones. */
export function insertedBody(body: GoogleEvent, { uid, madeBy, details }: RemoteEvent): GoogleEvent {
  const whole = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const { private: foreign, shared } = withoutOwnProperties(body.extendedProperties) ?? {};
  return {
    ...whole,
    ...(body.start && { start: named(body.start) }),
    ...(body.end && { end: named(body.end) }),
    extendedProperties: {
      private: { ...foreign, [UID]: uid, ...(madeBy && { [MADE_BY]: madeBy }) },
      ...(shared && { shared }),
    },
    // A copy must not cause reminders.
    ...(madeBy && { reminders: { useDefault: false } }),
    // The id makes a repeated request the same one.
    ...(details.conference && {
      conferenceData: {
        createRequest: { requestId: toGoogleId(uid), conferenceSolutionKey: { type: MEET } },
      },
    }),
  };
}

/** Extended properties of other programs; undefined for none. */
export function withoutOwnProperties(
  properties: GoogleEvent['extendedProperties'],
): GoogleEvent['extendedProperties'] | undefined {
  const { private: own = {}, shared = {} } = properties ?? {};
  const { [UID]: _, [MADE_BY]: __, ...foreign } = own;
  const kept = {
    ...(Object.keys(foreign).length > 0 && { private: foreign }),
    ...(Object.keys(shared).length > 0 && { shared }),
  };
  return Object.keys(kept).length > 0 ? kept : undefined;
}

function named(time: GoogleTime): GoogleTime {
  return Object.fromEntries(Object.entries(time).filter(([, value]) => value !== null));
}

function toRecurrenceLines(
  { rules, exceptionRules, rdates }: EventRecurrence,
  exdates: readonly string[],
): string[] {
  const zoned = (name: string, { at, timeZone }: EventTime) => {
    if (!at.includes('T')) return `${name};VALUE=DATE:${at}`;
    return timeZone === 'UTC' ? `${name}:${at}Z` : `${name}${timeZone ? `;TZID=${timeZone}` : ''}:${at}`;
  };
  return [
    ...rules.map((rule) => `RRULE:${rule}`),
    ...exceptionRules.map((rule) => `EXRULE:${rule}`),
    ...rdates.map((time) => zoned('RDATE', time)),
    ...exdates.map((key) => zoned('EXDATE', parseInstanceKey(key))),
  ];
}
