import type { Attendee, Person, WritableEvent } from '@dayloom/time/icalendar';
import type { EventTime } from '../model/event.ts';
import { type EventRecord, getZones, storedDate, toCalendarTime } from '../model/event-record.ts';

interface Details {
  readonly url?: string;
  readonly organizer?: Person;
  readonly attendees?: Attendee[];
  readonly categories?: string[];
  readonly isThisAndFuture?: boolean;
}

/** Converts a record for an .ics file. Floating times stay floating. */
export function exportedEvent(record: EventRecord, homeTimeZone: string): WritableEvent {
  const details = record.details as Details;
  const { rules = [], exceptionRules = [], rdates = [], exdates = [] } = record.recurrence ?? {};
  return {
    uid: record.uid,
    recurrenceId: recurrenceTime(record, homeTimeZone),
    isThisAndFuture: details.isThisAndFuture ?? false,
    sequence: record.sequence,
    summary: record.title,
    description: record.description,
    location: record.location,
    url: details.url ?? null,
    status: record.status.toUpperCase(),
    start: toCalendarTime(record.start),
    end: toCalendarTime(record.end),
    rrules: [...rules],
    exrules: [...exceptionRules],
    rdates: rdates.map(({ end, ...time }) => ({
      ...toCalendarTime(time),
      ...(end && { end: toCalendarTime(end) }),
    })),
    exdates: exdates.map(toCalendarTime),
    organizer: details.organizer ?? null,
    attendees: details.attendees ?? [],
    categories: details.categories ?? [],
    lastModified: null,
    transparency: record.isBusy ? 'opaque' : 'transparent',
    zoneDefinition: record.zoneDefinition,
  };
}

/** The original start of an override, in the zone of its current start. */
function recurrenceTime(record: EventRecord, homeTimeZone: string) {
  const id = record.recurrenceId;
  if (id === null) return null;
  if (!id.includes('T')) return toCalendarTime(storedDate(id));
  const { timeZone } = record.start;
  const zone = getZones(record)(timeZone ?? homeTimeZone);
  const time: EventTime = { at: '19700101T000000', timeZone };
  return { ...toCalendarTime(time), local: zone.toLocal(Date.parse(id)) };
}
