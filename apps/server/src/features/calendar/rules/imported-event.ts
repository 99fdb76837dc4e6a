import { findDayNumber, formatDayNumber, getZone } from '@dayloom/time';
import { type CalendarEvent, createFindZone, toInstant, toSeriesValueType } from '@dayloom/time/icalendar';
import { type EventRecord, toEventDate } from '../model/event-record.ts';
import { toEventTexts, toEventTime, toEventTimes } from '../model/file-event.ts';
import { cutReceivedTexts, isInKnownYears, toReceivedRecurrenceId } from '../model/received-event.ts';
import { toStorable } from '../model/storable-text.ts';

interface Imported {
  readonly record: EventRecord;
  /** What was changed to store the event, or null. */
  readonly problem: string | null;
}

/**
 * Converts an event of a file into a record. One without a usable time becomes a free all-day event on the
 * day when it was written, else today. So users can see it, and nothing is lost.
 */
export function readImportedEvent(
  received: CalendarEvent,
  calendarId: string,
  id: string,
  homeTimeZone: string,
  today: string,
): Imported {
  const event = toStorable(received);
  if (!event.start) return importWithoutTime(event, calendarId, id, today, 'has no start that can be read');
  const record: EventRecord = {
    ...toIdentity(event, calendarId, id),
    ...toEventTimes(event, event.start),
    recurrenceId:
      event.recurrenceId && toReceivedRecurrenceId(event, toEventTime(event.recurrenceId), homeTimeZone),
    // TRANSP is respected. Whole days are free by default.
    isBusy: event.transparency === 'opaque' && !event.allDay,
  };
  if (!isInKnownYears(record, homeTimeZone)) {
    return importWithoutTime(event, calendarId, id, today, 'lies outside the years 1 to 9997');
  }
  return { record, problem: null };
}

/** What overrides need from their master. */
export type MasterStart = Pick<CalendarEvent, 'start' | 'sequence' | 'zoneDefinition'> & {
  readonly isSeries: boolean;
};

export function toMasterStart({
  start,
  sequence,
  zoneDefinition,
  rrules,
  rdates,
}: CalendarEvent): MasterStart {
  return { start, sequence, zoneDefinition, isSeries: rrules.length + rdates.length > 0 };
}

/** The version with the highest SEQUENCE counts; if several have it, the first. */
export function isNewerMaster({ sequence }: CalendarEvent, known: MasterStart | undefined): boolean {
  return known === undefined || sequence > known.sequence;
}

/** An override with its RECURRENCE-ID as a date or a time, like the start of its series. */
export function withSeriesKind(
  instance: CalendarEvent,
  master: MasterStart | undefined,
  homeTimeZone: string,
): CalendarEvent {
  const { recurrenceId } = instance;
  if (!recurrenceId || !master?.start || !master.isSeries) return instance;
  const inKind = toSeriesValueType(recurrenceId, master.start);
  if (inKind === recurrenceId) return instance;
  if (inKind.isDate) return { ...instance, recurrenceId: inKind };
  // Only the series may define the zone.
  const instant = toInstant(inKind, homeTimeZone, createFindZone(master));
  const local = getZone('UTC').toLocal(instant);
  return { ...instance, recurrenceId: { local, timeZone: 'UTC', isDate: false } };
}

function importWithoutTime(
  event: CalendarEvent,
  calendarId: string,
  id: string,
  today: string,
  why: string,
): Imported {
  const written = /(?:^|\n)(?:DTSTAMP|CREATED|LAST-MODIFIED)[^:\n]*:((?:19|20)\d{2})(\d{2})(\d{2})/i.exec(
    event.raw,
  );
  const asDate = written ? `${written[1]}-${written[2]}-${written[3]}` : '';
  const date = findDayNumber(asDate) === null ? today : asDate;
  const record: EventRecord = {
    ...toIdentity(event, calendarId, id),
    // The instance that it would replace may not exist either, so it becomes a single event.
    recurrenceId: null,
    isBusy: false,
    isAllDay: true,
    start: toEventDate(date),
    end: toEventDate(formatDayNumber((findDayNumber(date) ?? 0) + 1)),
    recurrence: null,
    zoneDefinition: null,
  };
  const name = record.title === '' ? 'An event without a title' : `'${record.title}'`;
  return {
    record,
    problem: `${name} ${why}. It is shown as an all-day event on ${date}. Open it there to set its time.`,
  };
}

/** The fields of an event without its times. */
function toIdentity(event: CalendarEvent, calendarId: string, id: string) {
  const { status, ...texts } = toEventTexts(event);
  const isFree = event.allDay && event.transparency === 'transparent';
  return {
    id,
    calendarId,
    sequence: Math.min(Math.max(0, Math.trunc(event.sequence) || 0), 2_147_483_647),
    ...cutReceivedTexts({ ...texts, details: { ...texts.details, ...(isFree && { isFree }) } }),
    status,
    source: event.raw,
    version: 1,
  };
}
