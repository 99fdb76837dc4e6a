import { isDeepStrictEqual } from 'node:util';
import { findZoneName } from '@dayloom/time';
import type * as Graph from '@microsoft/microsoft-graph-types';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import type { KnownResource } from '#features/calendar-sync/model/resource.ts';
import { changedSince, type EventField, instanceKey } from '../calendars/object-parts.ts';
import type { HeldEvent as Held, SeriesState as State } from '../calendars/series-state.ts';
import { type GraphEvent, toGraphEvent, toResource } from './graph-event.ts';
import { parseGraphRule } from './graph-recurrence.ts';
import { htmlWithoutMeeting, htmlWithText } from './html-body.ts';

/** What `raw` of a resource holds: the event, its changed instances, and its attachments where they were read. */
export type WholeEvent = GraphEvent & { readonly keptAttachments?: readonly Graph.FileAttachment[] };
export type HeldEvent = Held<WholeEvent>;
export type SeriesState = State<WholeEvent>;

const ZONE = 'UTC';
/** What we do not show of an event, and Outlook lets one write. */
const UNSHOWN = [
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
/** A meeting belongs to its organizer: a copy of an invitation has none of these. */
const OF_ORGANIZER = [
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
 * The properties that say `fields` of an event: as a state has them that says the same, or else as we write them. A
 * description goes into the HTML that is there.
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
    const donor = donors.find(({ record }) => saysSame(record, after, field));
    const properties = donor && keptProperties(donor.event, field);
    if (properties) Object.assign(kept, properties);
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

function saysSame(record: RemoteEvent, after: RemoteEvent, field: EventField): boolean {
  const changed = changedSince(record, after);
  // Outlook says both by one property.
  if (field === 'status' || field === 'availability')
    return !changed.has('status') && !changed.has('availability');
  return !changed.has(field);
}

/** Times and rules depend on each other and on the zone: these are always told anew. */
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
    case 'time':
    case 'rules':
      return null;
  }
}

/** A recurrence as Outlook told it before, where that says the same: with its own first day of the week. */
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

/** What a state holds and we do not show. */
export function pickUnshown(event: WholeEvent): Graph.Event {
  const unshown: Graph.Event = Object.fromEntries(
    UNSHOWN.flatMap((name) => {
      const value = event[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const { attendees } = unshown;
  // Answers are the guests' own.
  if (attendees)
    unshown.attendees = attendees.map(({ type, emailAddress }) => ({
      ...(type && { type }),
      ...(emailAddress && { emailAddress }),
    }));
  if (unshown.isOnlineMeeting !== true) {
    delete unshown.isOnlineMeeting;
    delete unshown.onlineMeetingProvider;
  }
  return unshown;
}

/** Of a changed instance: what its series decides for all of them is left out. */
export function unshownOfInstance(event: WholeEvent): Graph.Event {
  const { isOnlineMeeting: _, onlineMeetingProvider: __, ...unshown } = pickUnshown(event);
  return unshown;
}

/** The unshown properties in which an instance differs from what is wanted. */
export function difference(now: WholeEvent, wanted: WholeEvent): Graph.Event {
  const [is, be] = [unshownOfInstance(now), unshownOfInstance(wanted)];
  const names = UNSHOWN.filter((name) => be[name] !== undefined && !isDeepStrictEqual(is[name], be[name]));
  return Object.fromEntries(names.map((name) => [name, be[name]]));
}

/** The body of a new event, made of an earlier state of it or of the series that it was split from. */
export function toCopy(donor: HeldEvent, fields: Graph.Event, after: RemoteEvent): Graph.Event {
  const { event, record } = donor;
  const unshown = pickUnshown(event);
  if (isInvitation(event)) for (const name of OF_ORGANIZER) delete unshown[name];
  const changed = changedSince(record, after);
  if (changed.has('location')) delete unshown.locations;
  const { body, start, end } = fields;
  return {
    ...unshown,
    ...fields,
    // Outlook writes a block into every new online meeting.
    ...(unshown.isOnlineMeeting &&
      body?.contentType === 'html' && {
        body: { ...body, content: htmlWithoutMeeting(body.content ?? '') },
      }),
    ...(start && { start: inZoneName(start, event.originalStartTimeZone) }),
    ...(end && { end: inZoneName(end, event.originalEndTimeZone) }),
  };
}

/** Under the name that Outlook itself gave the zone. */
function inZoneName(moment: Graph.DateTimeTimeZone, name: string | null | undefined): Graph.DateTimeTimeZone {
  return name && findZoneName(name) === moment.timeZone ? { ...moment, timeZone: name } : moment;
}

export function isInvitation({ isOrganizer }: WholeEvent): boolean {
  return isOrganizer === false;
}

/** What a copy in place of a deleted event cannot be, in sentences. */
export function listNotRestored(
  { event }: HeldEvent,
  copy: GraphEvent,
  lostAttachments: readonly string[],
): string | undefined {
  const sentences = [
    ...(isInvitation(event) && event.attendees?.length
      ? ['it is no invitation any more. Ask its organizer for a new one.']
      : []),
    ...(copy.attendees?.length ? ['its guests are invited anew.'] : []),
    ...(event.onlineMeeting?.joinUrl && copy.onlineMeeting?.joinUrl !== event.onlineMeeting.joinUrl
      ? [copy.onlineMeeting?.joinUrl ? 'its online meeting has a new link.' : 'its online meeting is gone.']
      : []),
    ...(lostAttachments.length > 0 ? [`these attachments are gone: ${lostAttachments.join(', ')}.`] : []),
  ];
  if (sentences.length === 0) return undefined;
  return `Outlook cannot bring back a deleted event, so '${copy.subject ?? ''}' is a copy: ${sentences.join(' And ')}`;
}
