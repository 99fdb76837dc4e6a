import type { WritableEvent } from '@dayloom/time/icalendar';
import type { EventTime } from './event.ts';
import { type EventRecord, getZones, toCalendarTime, toEventDate } from './event-record.ts';
import { toWritableEvent } from './writable-event.ts';

/** Converts a record for an exported file. Floating times stay floating. */
export function toExportedEvent(record: EventRecord, homeTimeZone: string): WritableEvent {
  const { organizer = null, attendees = [] } = record.details;
  return {
    ...toWritableEvent(record, {
      recurrenceId: recurrenceTime(record, homeTimeZone),
      exdates: (record.recurrence?.exdates ?? []).map(toCalendarTime),
      toCalendarTime,
    }),
    sequence: record.sequence,
    organizer,
    attendees: [...attendees],
  };
}

/** The RECURRENCE-ID of an override, in the zone of its start. */
function recurrenceTime(record: EventRecord, homeTimeZone: string) {
  const id = record.recurrenceId;
  if (id === null) return null;
  if (!id.includes('T')) return toCalendarTime(toEventDate(id));
  const { timeZone } = record.start;
  const zone = getZones(record)(timeZone ?? homeTimeZone);
  const time: EventTime = { at: '19700101T000000', timeZone };
  return { ...toCalendarTime(time), local: zone.toLocal(Date.parse(id)) };
}
