import { findDayNumber, formatDayNumber, getZone } from '@dayloom/time';
import { type CalendarEvent, createFindZone, toInstant, toSeriesKind } from '@dayloom/time/icalendar';
import { type CalendarTime, formatLocal } from '@dayloom/time/recurrence';
import type { EventTime } from '../model/event.ts';
import {
  type EventRecord,
  getEnd,
  getStart,
  getZones,
  storedDate,
  toRecurrenceId,
} from '../model/event-record.ts';
import { cutText, keptTexts, toStorable } from '../model/storable-text.ts';

const MAX_UID = 1_000;
const FIRST_INSTANT = Date.UTC(1, 0, 1);
const LAST_INSTANT = Date.UTC(9_998, 0, 1);

interface Imported {
  readonly record: EventRecord;
  /** What was done to keep a faulty event, or null. */
  readonly problem: string | null;
}

/**
 * Converts an event of a file to a record. An event without a usable time becomes a free all-day event on the
 * day it was written, or today: it can be seen, loses nothing and blocks no time.
 */
export function readImportedEvent(
  received: CalendarEvent,
  calendarId: string,
  id: string,
  homeTimeZone: string,
  today: string,
): Imported {
  const event = toStorable(received);
  if (!event.start) return misplaced(event, calendarId, id, today, 'has no start that can be read');
  const start = stored(event.start);
  const end = event.end ? stored(event.end) : start;
  const isSeries = event.recurrenceId === null && (event.rrules.length > 0 || event.rdates.length > 0);
  const record: EventRecord = {
    ...toIdentity(event, calendarId, id),
    recurrenceId: event.recurrenceId && toInstanceId(event, homeTimeZone),
    // TRANSP is respected, but all-day events are free by default.
    isBusy: event.transparency === 'opaque' && !event.allDay,
    isAllDay: event.allDay,
    start,
    end,
    recurrence: isSeries
      ? {
          rules: event.rrules,
          exceptionRules: event.exrules,
          rdates: event.rdates.map((rdate) => ({
            ...stored(rdate),
            ...(rdate.end && { end: stored(rdate.end) }),
          })),
          exdates: event.exdates.map(stored),
        }
      : null,
    zoneDefinition: event.zoneDefinition,
  };
  const [startsAt, endsAt] = [getStart(record, homeTimeZone), getEnd(record, homeTimeZone)];
  if (!(startsAt >= FIRST_INSTANT && endsAt <= LAST_INSTANT)) {
    return misplaced(event, calendarId, id, today, 'lies outside the years 1 to 9997');
  }
  return { record, problem: null };
}

/** What is needed of a series to read its changed instances. */
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

/** Of several versions the highest SEQUENCE is used; of equal ones, the first. */
export function isNewerMaster({ sequence }: CalendarEvent, known: MasterStart | undefined): boolean {
  return known === undefined || sequence > known.sequence;
}

/** A changed instance whose RECURRENCE-ID has the value type (date or time) of the series. */
export function withSeriesKind(
  instance: CalendarEvent,
  master: MasterStart | undefined,
  homeTimeZone: string,
): CalendarEvent {
  const { recurrenceId } = instance;
  if (!recurrenceId || !master?.start || !master.isSeries) return instance;
  const inKind = toSeriesKind(recurrenceId, master.start);
  if (inKind === recurrenceId) return instance;
  if (inKind.isDate) return { ...instance, recurrenceId: inKind };
  // The instance's own component may not define the zone of its series.
  const instant = toInstant(inKind, homeTimeZone, createFindZone(master));
  const local = getZone('UTC').toLocal(instant);
  return { ...instance, recurrenceId: { local, timeZone: 'UTC', isDate: false } };
}

function misplaced(
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
    start: storedDate(date),
    end: storedDate(formatDayNumber((findDayNumber(date) ?? 0) + 1)),
    recurrence: null,
    zoneDefinition: null,
  };
  const name = record.title === '' ? 'An event without a title' : `'${record.title}'`;
  return {
    record,
    problem: `${name} ${why}. It stands on ${date} as a whole day: open it there to give it its time.`,
  };
}

/** The fields of an event other than its times. */
function toIdentity(event: CalendarEvent, calendarId: string, id: string) {
  const status: EventRecord['status'] =
    event.status === 'CANCELLED' ? 'cancelled' : event.status === 'TENTATIVE' ? 'tentative' : 'confirmed';
  const { shortened, ...texts } = keptTexts({ ...event, title: event.summary });
  return {
    id,
    calendarId,
    uid: cutText(event.uid, MAX_UID),
    sequence: Math.min(Math.max(0, Math.trunc(event.sequence) || 0), 2_147_483_647),
    ...texts,
    status,
    details: {
      ...toDetails(event),
      ...(shortened.length > 0 && { shortened }),
      ...(event.allDay && event.transparency === 'transparent' && { isFree: true }),
    },
    source: event.raw,
    version: 1,
  };
}

function stored({ local, timeZone, isDate }: CalendarTime): EventTime {
  return { at: formatLocal(local, isDate), timeZone: isDate ? null : timeZone };
}

function toInstanceId(event: CalendarEvent, homeTimeZone: string): string | null {
  if (!event.recurrenceId) return null;
  const { local, timeZone, isDate } = event.recurrenceId;
  // The recurrence id has the value type of the series, even if the instance was changed from all-day to
  // timed.
  if (isDate) return toRecurrenceId(getZone(homeTimeZone).localToInstant(local), true, homeTimeZone);
  const zones = getZones(event);
  const instant = zones(timeZone ?? homeTimeZone).localToInstant(local);
  return new Date(instant).toISOString();
}

function toDetails(event: CalendarEvent): Record<string, unknown> {
  return {
    ...(event.url && { url: event.url }),
    ...(event.organizer && { organizer: event.organizer }),
    ...(event.attendees.length > 0 && { attendees: event.attendees }),
    ...(event.categories.length > 0 && { categories: event.categories }),
    ...(event.isThisAndFuture && { isThisAndFuture: true }),
  };
}
