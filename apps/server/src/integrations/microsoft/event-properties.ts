import { isDeepStrictEqual } from 'node:util';
import { findZoneName } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { canChangeGuests } from '#features/calendar/model/guests.ts';
import type { KnownResource } from '#features/calendar-sync/model/resource.ts';
import { changedSince, type EventField, instanceKey } from '../calendars/object-parts.ts';
import type { HeldEvent as Held, SeriesState as State } from '../calendars/series-state.ts';
import { type GraphEvent, toGraphAttendees, toGraphEvent, toResource, withoutAnswer } from './graph-event.ts';
import { parseGraphRule } from './graph-recurrence.ts';
import { htmlWithoutMeeting, htmlWithText } from './html-body.ts';

/**
 * The content of a resource's `raw`: the event, its changed instances, and its attachments if they were read.
 */
export type WholeEvent = GraphEvent & { readonly keptAttachments?: readonly Graph.FileAttachment[] };
export type HeldEvent = Held<WholeEvent>;
export type SeriesState = State<WholeEvent>;

const ZONE = 'UTC';
/** Writable properties that our event model lacks. */
const UNMAPPED = [
  'allowNewTimeProposals',
  'attendees',
  'categories',
  'hideAttendees',
  'importance',
  'isOnlineMeeting',
  'isReminderOn',
  'locations',
  'onlineMeetingProvider',
  'reminderMinutesBeforeStart',
  'responseRequested',
  'sensitivity',
] as const;
/** Properties that belong to the organizer of a meeting. A copy of an invitation omits them. */
const ORGANIZER_PROPERTIES = [
  'allowNewTimeProposals',
  'attendees',
  'hideAttendees',
  'isOnlineMeeting',
  'onlineMeetingProvider',
  'responseRequested',
] as const;

export function readSeriesState([resource]: readonly KnownResource[]): SeriesState {
  const record = resource?.records.find(({ recurrenceId }) => recurrenceId === null);
  if (!resource?.raw || !record) return { master: null, instances: new Map() };
  const event = JSON.parse(resource.raw) as WholeEvent;
  const agreed = new Map(
    resource.records.flatMap((each): [string, RemoteEvent][] =>
      each.recurrenceId === null ? [] : [[instanceKey(each.recurrenceId, record, ZONE), each]],
    ),
  );
  const instances = new Map<string, HeldEvent>();
  for (const exception of event.exceptionOccurrences ?? []) {
    const received = toResource(event, [exception])?.records[1];
    const key = received?.recurrenceId ? instanceKey(received.recurrenceId, record, ZONE) : null;
    const held = key === null ? undefined : agreed.get(key);
    if (key !== null && held) instances.set(key, { record: held, event: exception });
  }
  return { master: { record, event }, instances };
}

export function listMasters(states: readonly SeriesState[]): HeldEvent[] {
  return states.flatMap(({ master }) => master ?? []);
}

/**
 * The properties that express `fields` of an event: from a state with the same value, or otherwise from our
 * writer. A new description is merged into the existing HTML.
 */
export function toProperties(
  after: RemoteEvent,
  fields: ReadonlySet<EventField>,
  donors: readonly HeldEvent[],
  body: Graph.ItemBody | null | undefined,
): Graph.Event {
  const written = new Set<EventField>();
  const kept: Graph.Event = {};
  for (const field of fields) {
    if (field === 'guests' && !canChangeGuests(after.details)) continue;
    // Outlook has calls for it.
    if (field === 'answer') continue;
    const donor = donors.find(({ record }) => hasSameValue(record, after, field));
    const properties = donor && keptProperties(donor.event, field);
    if (properties) Object.assign(kept, properties);
    else if (field === 'guests')
      kept.attendees = toGraphAttendees(
        after,
        donors.map(({ event }) => event),
      );
    else written.add(field);
  }
  const own = toGraphEvent(after, written);
  const recurrence = own.recurrence && spelledAsBefore(own.recurrence, donors, after);
  const received = { ...own, ...kept, ...(recurrence && { recurrence }) };
  const isText = body?.contentType !== 'html';
  return written.has('description') && !isText
    ? {
        ...received,
        body: { contentType: 'html', content: htmlWithText(body?.content ?? '', after.description) },
      }
    : received;
}

function hasSameValue(record: RemoteEvent, after: RemoteEvent, field: EventField): boolean {
  const changed = changedSince(record, after);
  // Outlook has one property for both fields.
  if (field === 'status' || field === 'availability')
    return !changed.has('status') && !changed.has('availability');
  return !changed.has(field);
}

/** Times and rules depend on each other and on the zone, so they are always written again. */
function keptProperties(event: WholeEvent, field: EventField): Graph.Event | null {
  switch (field) {
    case 'title':
      return event.subject === undefined ? null : { subject: event.subject };
    case 'description':
      return event.body ? { body: event.body } : null;
    case 'location':
      return event.location
        ? { location: event.location, ...(event.locations?.length && { locations: event.locations }) }
        : null;
    case 'status':
    case 'availability':
      return event.showAs ? { showAs: event.showAs } : null;
    case 'answer':
      return null;
    case 'guests':
      return { attendees: (event.attendees ?? []).map(withoutAnswer) };
    case 'time':
    case 'rules':
      return null;
  }
}

/** A recurrence with Outlook's earlier first day of the week, if it otherwise means the same. */
function spelledAsBefore(
  recurrence: Graph.PatternedRecurrence,
  donors: readonly HeldEvent[],
  { start }: RemoteEvent,
): Graph.PatternedRecurrence {
  const rule = parseGraphRule(recurrence, start);
  const known = donors.flatMap(({ event }) => event.recurrence?.pattern ?? []);
  const pattern = known.find((each) => parseGraphRule({ ...recurrence, pattern: each }, start) === rule);
  return pattern ? { ...recurrence, pattern } : recurrence;
}

/** The properties of a state that our event model lacks. */
export function pickUnmapped(event: WholeEvent): Graph.Event {
  const unmapped: Graph.Event = Object.fromEntries(
    UNMAPPED.flatMap((name) => {
      const value = event[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const { attendees } = unmapped;
  // Responses belong to the guests.
  if (attendees) unmapped.attendees = attendees.map(withoutAnswer);
  if (unmapped.isOnlineMeeting !== true) {
    delete unmapped.isOnlineMeeting;
    delete unmapped.onlineMeetingProvider;
  }
  return unmapped;
}

/** `pickUnmapped` for a changed instance, without properties that only the series can set. */
export function pickUnmappedForInstance(event: WholeEvent): Graph.Event {
  const { isOnlineMeeting: _, onlineMeetingProvider: __, ...unmapped } = pickUnmapped(event);
  return unmapped;
}

/** The unmapped properties in which an instance differs from the wanted state. */
export function difference(now: WholeEvent, wanted: WholeEvent): Graph.Event {
  const [is, be] = [pickUnmappedForInstance(now), pickUnmappedForInstance(wanted)];
  const names = UNMAPPED.filter((name) => be[name] !== undefined && !isDeepStrictEqual(is[name], be[name]));
  return Object.fromEntries(names.map((name) => [name, be[name]]));
}

/** The body of a new event, based on an earlier state of it or of the series that it was split from. */
export function toEventCopy(donor: HeldEvent, fields: Graph.Event, after: RemoteEvent): Graph.Event {
  const { event, record } = donor;
  const unmapped = pickUnmapped(event);
  if (isInvitation(event)) for (const name of ORGANIZER_PROPERTIES) delete unmapped[name];
  const changed = changedSince(record, after);
  if (changed.has('location')) delete unmapped.locations;
  const { body, start, end } = fields;
  return {
    ...unmapped,
    ...fields,
    // Outlook writes this block into every new online meeting.
    ...(unmapped.isOnlineMeeting &&
      body?.contentType === 'html' && {
        body: { ...body, content: htmlWithoutMeeting(body.content ?? '') },
      }),
    ...(start && { start: inZoneName(start, event.originalStartTimeZone) }),
    ...(end && { end: inZoneName(end, event.originalEndTimeZone) }),
  };
}

/** Uses Outlook's own name for the zone. */
function inZoneName(moment: Graph.DateTimeTimeZone, name: string | null | undefined): Graph.DateTimeTimeZone {
  return name && findZoneName(name) === moment.timeZone ? { ...moment, timeZone: name } : moment;
}

export function isInvitation({ isOrganizer }: WholeEvent): boolean {
  return isOrganizer === false;
}

/** Sentences about what a copy of a deleted event cannot restore. */
export function describeNotRestored(
  { event }: HeldEvent,
  copy: GraphEvent,
  lostAttachments: readonly string[],
): string | undefined {
  const sentences = [
    ...(isInvitation(event) && event.attendees?.length
      ? ['it is no longer an invitation. Ask its organizer for a new one.']
      : []),
    ...(copy.attendees?.length ? ['its guests get a new invitation.'] : []),
    ...(event.onlineMeeting?.joinUrl && copy.onlineMeeting?.joinUrl !== event.onlineMeeting.joinUrl
      ? [copy.onlineMeeting?.joinUrl ? 'its online meeting has a new link.' : 'its online meeting is gone.']
      : []),
    ...(lostAttachments.length > 0 ? [`these attachments are gone: ${lostAttachments.join(', ')}.`] : []),
  ];
  if (sentences.length === 0) return undefined;
  return `Outlook cannot bring back a deleted event, so '${copy.subject ?? ''}' is a copy: ${sentences.join(' And ')}`;
}
