import type { NewEvent, Occurrence } from '@dayloom/contracts';
import { findDayNumber, getZone, startOfDayNumber } from '@dayloom/time';
import { createFindZone } from '@dayloom/time/icalendar';
import {
  type CalendarTime,
  type FindZone,
  findCalendarTime,
  formatLocal,
  toInstant,
} from '@dayloom/time/recurrence';

import type { EventDetails, EventRecurrence, EventTime, RemoteEvent } from './event.ts';

/**
 * One iCalendar event: a single event, the master of a series, or an override of one instance. It is
 * JSON-safe, so the journal can store it. All records of one UID in one calendar form a calendar object.
 */
export interface EventRecord {
  readonly id: string;
  readonly calendarId: string;
  readonly uid: string;
  /** On an override: the instance's original start by the rule, as an instant or a date. */
  readonly recurrenceId: string | null;
  readonly sequence: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly status: Occurrence['status'];
  readonly isBusy: boolean;
  readonly isAllDay: boolean;
  readonly start: EventTime;
  readonly end: EventTime;
  readonly recurrence: EventRecurrence | null;
  /** Organizer, attendees, categories and URL: kept so that an export contains them. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The VTIMEZONE text, when the times use a zone that only the event's file defines. */
  readonly zoneDefinition: string | null;
  /** The component's text when it came from a file, so that nothing of it is lost. */
  readonly source: string | null;
  /**
   * Set on mirror events, which we wrote ourselves: for a planned block, or for busy time of another
   * calendar.
   */
  readonly madeBy?: 'block' | 'mirror' | null;
  /**
   * The user marked the event as free here. It then stays free, even if the settings make all-day events
   * busy.
   */
  readonly chosenFree?: boolean;
  /**
   * The event as we wrote it, where the provider spells it differently. A field is dropped when it is
   * changed. Null: we did not write it; the provider derived it from what we wrote (an instance that is
   * regular again).
   */
  readonly asWritten?: RemoteEvent | null;
  readonly version: number;
}

/**
 * Whether the planner keeps the event's time free. All-day events count when the settings say so, except
 * those marked as free here or in their calendar (RFC 5545, TRANSP). `listBusy` is the same rule in SQL.
 */
export function takesTime(
  { isBusy, isAllDay, chosenFree, details, source }: EventRecord,
  doWholeDaysBlock: boolean,
): boolean {
  if (isBusy || !isAllDay || !doWholeDaysBlock) return isBusy;
  return (
    !chosenFree &&
    details['isFree'] !== true &&
    !/(?:^|\n)TRANSP[^:\n]*:[ \t]*TRANSPARENT/i.test(source ?? '')
  );
}

/** The texts of a record that were cut because they are longer at their source. */
export function shortenedTexts({
  details,
}: Pick<EventRecord, 'details'>): NonNullable<EventDetails['shortened']> {
  return (details as EventDetails).shortened ?? [];
}

/** Whether later instances follow this changed one (RANGE=THISANDFUTURE). */
export function isThisAndFuture({ details }: Pick<EventRecord, 'details'>): boolean {
  return (details as EventDetails).isThisAndFuture === true;
}

/** Number of distinct guests of the events, without the organizer. */
export function countGuests(records: readonly EventRecord[]): number {
  const emails = records.flatMap(({ details }) => {
    const { organizer, attendees = [] } = details as EventDetails;
    return attendees.flatMap(({ email }) => (email === null || email === organizer?.email ? [] : email));
  });
  return new Set(emails).size;
}

export function toCalendarTime({ at, timeZone }: EventTime): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new Error(`Not a stored time: '${at}'.`);
  return time;
}

/** The instant of a stored time. Floating times and dates are resolved in the home zone. */
export function instantOfStored(time: EventTime, homeTimeZone: string, findZone: FindZone = getZone): number {
  return toInstant(toCalendarTime(time), homeTimeZone, findZone);
}

/** Looks up the zones of a record's times, including one that its file defines. */
export function getZones({ zoneDefinition }: Pick<EventRecord, 'zoneDefinition'>): FindZone {
  return zoneDefinition === null ? getZone : createFindZone({ zoneDefinition });
}

export function getStart(record: EventRecord, homeTimeZone: string): number {
  return instantOfStored(record.start, homeTimeZone, getZones(record));
}

export function getEnd(record: EventRecord, homeTimeZone: string): number {
  return Math.max(
    getStart(record, homeTimeZone),
    instantOfStored(record.end, homeTimeZone, getZones(record)),
  );
}

/** `2026-11-20T09:00:00.000Z` in a zone, as iCalendar writes it: `20261120T100000`. */
export function storedTime(instant: number, timeZone: string, findZone: FindZone = getZone): EventTime {
  return { at: formatLocal(findZone(timeZone).toLocal(instant), false), timeZone };
}

export function storedDate(date: string): EventTime {
  return { at: date.replaceAll('-', ''), timeZone: null };
}

/** `20261120` -> `2026-11-20`. */
export function dateOfStored({ at }: EventTime): string {
  return `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
}

/** The recurrence id of an instance: its date if it is all-day, else the instant of its start by the rule. */
export function toRecurrenceId(instant: number, isAllDay: boolean, homeTimeZone: string): string {
  if (!isAllDay) return new Date(instant).toISOString();
  const local = getZone(homeTimeZone).toLocal(instant);
  return `${String(local.year).padStart(4, '0')}-${String(local.month).padStart(2, '0')}-${String(local.day).padStart(2, '0')}`;
}

/** The instant of a recurrence id, or null when it is malformed. */
export function instantOfRecurrenceId(recurrenceId: string, homeTimeZone: string): number | null {
  const day = findDayNumber(recurrenceId);
  if (day !== null) return startOfDayNumber(getZone(homeTimeZone), day);
  const instant = Date.parse(recurrenceId);
  return /^\d{4}-\d\d-\d\dT/.test(recurrenceId) && Number.isFinite(instant) ? instant : null;
}

export interface EventTimes {
  readonly isAllDay: boolean;
  readonly start: EventTime;
  readonly end: EventTime;
}

type GivenTimes = Pick<NewEvent, 'startsAt' | 'endsAt' | 'startsOn' | 'endsOn' | 'timeZone'>;

/** The times in a request, or null when it contains none. */
export function givenTimes(
  given: GivenTimes,
  timeZone: string,
  findZone: FindZone = getZone,
): EventTimes | null {
  if (given.startsOn !== undefined && given.endsOn !== undefined) {
    return { isAllDay: true, start: storedDate(given.startsOn), end: storedDate(given.endsOn) };
  }
  if (given.startsAt === undefined || given.endsAt === undefined) return null;
  const zone = given.timeZone ?? timeZone;
  return {
    isAllDay: false,
    start: storedTime(Date.parse(given.startsAt), zone, findZone),
    end: storedTime(Date.parse(given.endsAt), zone, findZone),
  };
}

/** Times with their VTIMEZONE, if they do not use an IANA zone. */
export type ZonedTimes = EventTimes & Pick<EventRecord, 'zoneDefinition'>;

/**
 * The times that a request gives to an event: in the zone that the request names, else in the event's zone.
 */
export function changedTimes(
  given: GivenTimes,
  record: EventRecord,
  homeTimeZone: string,
): ZonedTimes | null {
  const isFloating = !record.isAllDay && record.start.timeZone === null && given.timeZone === undefined;
  const floating = isFloating ? givenTimes(given, homeTimeZone) : null;
  if (floating && !floating.isAllDay) {
    const unzoned = ({ at }: EventTime): EventTime => ({ at, timeZone: null });
    return {
      isAllDay: false,
      start: unzoned(floating.start),
      end: unzoned(floating.end),
      zoneDefinition: null,
    };
  }
  const timeZone = given.timeZone ?? record.start.timeZone ?? homeTimeZone;
  const isOwn = timeZone === record.start.timeZone;
  const findZone = isOwn ? getZones(record) : getZone;
  const times = givenTimes(given, timeZone, findZone);
  if (!times) return null;
  const zoneDefinition = isOwn && !times.isAllDay ? record.zoneDefinition : null;
  const { endsAt } = given;
  if (given.timeZone !== undefined || times.isAllDay || endsAt === undefined || !endsElsewhere(record))
    return { ...times, zoneDefinition };
  const end = storedTime(Date.parse(endsAt), record.end.timeZone, findZone);
  return { ...times, end, zoneDefinition };
}

type TimesWithEndZone = Pick<EventTimes, 'start'> & { readonly end: { readonly timeZone: string } };

/** Whether the end is in a different zone from the start, as for a flight. */
export function endsElsewhere<Times extends EventTimes>(times: Times): times is Times & TimesWithEndZone {
  const { isAllDay, start, end } = times;
  return !isAllDay && start.timeZone !== null && end.timeZone !== null && end.timeZone !== start.timeZone;
}
