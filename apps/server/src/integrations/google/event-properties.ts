import { isDeepStrictEqual } from 'node:util';
import type { calendar_v3 } from '@googleapis/calendar';
import type { RemoteEvent } from '#features/calendar/model/event.ts';
import { canChangeGuests } from '#features/calendar/model/guests.ts';
import type { KnownResource } from '#features/calendar-sync/model/resource.ts';
import { changedFields, type EventField, instanceKey, recordKey } from '../calendars/object-parts.ts';
import {
  findRegularInstance,
  type HeldEvent as Held,
  type SeriesState as State,
} from '../calendars/series-state.ts';
import { answeredAttendees, toGoogleAttendees, toGoogleEvent, withoutOwnProperties } from './google-event.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** Properties that our event model lacks and an insert or patch accepts. */
const UNMAPPED = [
  'anyoneCanAddSelf',
  'attachments',
  'attendees',
  'birthdayProperties',
  'colorId',
  'conferenceData',
  'eventType',
  'extendedProperties',
  'focusTimeProperties',
  'gadget',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'outOfOfficeProperties',
  'reminders',
  'source',
  'transparency',
  'visibility',
  'workingLocationProperties',
] as const;
/** Properties that belong to the organizer of an invitation. A copy of the invitation omits them. */
const ORGANIZER_PROPERTIES = [
  'anyoneCanAddSelf',
  'attendees',
  'conferenceData',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
] as const;

export type HeldEvent = Held<GoogleEvent>;
export type SeriesState = State<GoogleEvent>;

export function readSeriesState(resources: readonly KnownResource[], zone: string): SeriesState {
  const events = resources.flatMap(({ raw, records: [record] }): HeldEvent[] =>
    raw !== null && record ? [{ record, event: JSON.parse(raw) as GoogleEvent }] : [],
  );
  const master = events.find(({ record }) => record.recurrenceId === null) ?? null;
  const instances = new Map<string, HeldEvent>();
  for (const held of events) {
    const { recurrenceId, status } = held.record;
    if (recurrenceId !== null && status !== 'cancelled')
      instances.set(recordKey(recurrenceId, master?.record ?? held.record, zone), held);
  }
  return { master, instances };
}

export function listMasters(states: readonly SeriesState[]): HeldEvent[] {
  return states.flatMap(({ master }) => master ?? []);
}

/** The instance as the rule of a state produces it. The event does not contain its times. */
export function regularState(state: SeriesState, key: string, zone: string): HeldEvent | null {
  const regular = findRegularInstance(state, key, zone);
  if (!regular) return null;
  const { start: _, end: __, recurrence: ___, ...event } = regular.event;
  return { record: regular.record, event };
}

/**
 * The properties that express `fields` of an event: from a state with the same value (with its HTML, zones
 * and rules), or otherwise from our writer. Null clears a property.
 */
export function toProperties(
  after: RemoteEvent,
  fields: ReadonlySet<EventField>,
  donors: readonly HeldEvent[],
  { zone, exdates }: { zone: string; exdates: readonly string[] },
): GoogleEvent {
  const written = new Set<EventField>();
  const kept: GoogleEvent = {};
  for (const field of fields) {
    if (field === 'guests' && !canChangeGuests(after.details)) continue;
    if (field === 'answer') {
      const attendees = donors[0] && answeredAttendees(after, donors[0].event);
      if (attendees) kept.attendees = attendees;
      continue;
    }
    const donor = donors.find((each) => hasSameValue(each, after, field, { zone, exdates }));
    if (donor) Object.assign(kept, keptProperties(donor.event, field));
    else if (field === 'guests')
      kept.attendees = toGoogleAttendees(
        after,
        donors.map(({ event }) => event),
      ) as NonNullable<GoogleEvent['attendees']>;
    else written.add(field);
  }
  return { ...toGoogleEvent(after, written, zone, exdates), ...kept };
}

function hasSameValue(
  { record, event }: HeldEvent,
  after: RemoteEvent,
  field: EventField,
  { zone, exdates }: { zone: string; exdates: readonly string[] },
): boolean {
  if (changedFields(record, after).has(field)) return false;
  if (field === 'time') return event.start !== undefined && event.end !== undefined;
  if (field !== 'rules') return true;
  const own = record.recurrence?.exdates.map((time) => instanceKey(time, record, zone)) ?? [];
  // An EXDATE depends on the time of its series.
  return (
    isDeepStrictEqual(new Set(own), new Set(exdates)) &&
    (exdates.length === 0 || !changedFields(record, after).has('time'))
  );
}

function keptProperties(event: GoogleEvent, field: EventField): GoogleEvent {
  const time = ({ date, dateTime, timeZone }: calendar_v3.Schema$EventDateTime = {}) => ({
    date: date ?? null,
    dateTime: dateTime ?? null,
    timeZone: timeZone ?? null,
  });
  switch (field) {
    case 'title':
      return { summary: event.summary ?? null };
    case 'description':
      return { description: event.description ?? null };
    case 'location':
      return { location: event.location ?? null };
    case 'status':
      return { status: event.status ?? 'confirmed' };
    case 'availability':
      return { transparency: event.transparency ?? null };
    case 'time':
      return { start: time(event.start), end: time(event.end) };
    case 'rules':
      return { recurrence: event.recurrence ?? null };
    case 'guests':
    case 'answer':
      return { attendees: event.attendees ?? null } as GoogleEvent;
  }
}

/** The properties of a state that our event model lacks. */
export function pickUnmapped(event: GoogleEvent): GoogleEvent {
  return picked(event, UNMAPPED);
}

/** `pickUnmapped` for a changed instance, without the event type and our marks, which belong to the series. */
export function pickUnmappedForInstance(event: GoogleEvent): GoogleEvent {
  const { eventType: _, extendedProperties, ...unmapped } = pickUnmapped(event);
  const foreign = withoutOwnProperties(extendedProperties);
  return { ...unmapped, ...(foreign && { extendedProperties: foreign }) };
}

/** `pickUnmapped` for a copy that the user makes, possibly of another person's event. */
export function pickUnmappedForCopy(event: GoogleEvent): GoogleEvent {
  const unmapped = pickUnmapped(event);
  if (isInvitation(event)) for (const name of ORGANIZER_PROPERTIES) delete unmapped[name];
  // Only Gmail may create events of this type.
  if (unmapped.eventType === 'fromGmail') delete unmapped.eventType;
  return unmapped;
}

export function isInvitation({ organizer }: GoogleEvent): boolean {
  return organizer ? organizer.self !== true : false;
}

/** The wanted properties that differ from the current event; null clears a property. */
export function difference(now: GoogleEvent, wanted: GoogleEvent): GoogleEvent {
  const names = Object.keys(wanted) as (keyof GoogleEvent)[];
  const other = names.filter((name) => !isDeepStrictEqual(bare(now[name]), bare(wanted[name])));
  return picked(wanted, other);
}

/** Clears the unmapped properties that an instance must not have. */
export function clearUnmapped(now: GoogleEvent, wanted: GoogleEvent): GoogleEvent {
  const names = UNMAPPED.filter((name) => now[name] !== undefined && wanted[name] === undefined);
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Treats null like a missing property. */
function bare(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(entries);
}

function picked(event: GoogleEvent, names: readonly (keyof GoogleEvent)[]): GoogleEvent {
  return Object.fromEntries(
    names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])),
  );
}

const WORDS: Readonly<Partial<Record<keyof GoogleEvent, string>>> = {
  attachments: 'attachments',
  attendees: 'guests',
  colorId: 'color',
  conferenceData: 'video call',
  eventType: 'kind of event',
  extendedProperties: 'data of other apps',
  reminders: 'reminders',
  visibility: 'visibility',
};

/** The parts of a state that a new event at Google lacks, in words. */
export function listMissing(event: GoogleEvent, state: GoogleEvent): string[] {
  return UNMAPPED.flatMap((name) => {
    const value = state[name];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (isEmpty || (event[name] !== undefined && event[name] !== null)) return [];
    if (name === 'eventType' && value === 'default') return [];
    return [WORDS[name] ?? 'settings for guests'];
  });
}
