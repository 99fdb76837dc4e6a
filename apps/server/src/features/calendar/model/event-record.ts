import type { NewEvent } from '@dayloom/contracts';
import { findDayNumber, getZone, startOfDayNumber } from '@dayloom/time';
import { createFindZone } from '@dayloom/time/icalendar';
import {
  type CalendarTime,
  type FindZone,
  findCalendarTime,
  formatLocal,
  toInstant,
} from '@dayloom/time/recurrence';

import type { EventContent, EventDetails, EventTime, RemoteEvent } from './event.ts';

/**
 * One event as iCalendar knows it: a single event, the master of a series, or an override of one instance.
 * JSON-safe, so that the journal can keep it. A calendar object is all records of one UID in one calendar.
 */
export interface EventRecord extends EventContent {
  readonly id: string;
  readonly calendarId: string;
  /** On an override: the start that the rule gave the instance, as an instant or a date. */
  readonly recurrenceId: string | null;
  readonly sequence: number;
  /** The component's own text when it came from a file, so that nothing of it is lost. */
  readonly source: string | null;
  /** Set on copies that we made ourselves: of a planned block, or of busy time of another calendar. */
  readonly madeBy?: 'block' | 'mirror' | null;
  /** Somebody said here that it takes no time: then it never does, whatever the settings say of whole days. */
  readonly chosenFree?: boolean;
  /**
   * As it was written here, where the provider spells it in another way; gone field by field as it is changed. Null: it
   * was not written at all, the provider made it of what was (an instance that is like all others again).
   */
  readonly asWritten?: RemoteEvent | null;
  readonly version: number;
}

/**
 * Whether it keeps the planner away. Whole days do when the settings say so of them, but not those that somebody, here
 * or in their calendar (RFC 5545, TRANSP), called free. `listBusy` asks the same of the database.
 */
export function countsAsBusy(
  { isBusy, isAllDay, chosenFree, details, source }: EventRecord,
  doWholeDaysBlock: boolean,
): boolean {
  if (isBusy || !isAllDay || !doWholeDaysBlock) return isBusy;
  return !chosenFree && !details.isFree && !/(?:^|\n)TRANSP[^:\n]*:[ \t]*TRANSPARENT/i.test(source ?? '');
}

/** The texts of a record that are longer at their source than what is kept here. */
export function shortenedTexts({
  details,
}: Pick<EventRecord, 'details'>): NonNullable<EventDetails['shortened']> {
  return details.shortened ?? [];
}

/** Whether later instances follow this changed one. */
export function isThisAndFuture({ details }: Pick<EventRecord, 'details'>): boolean {
  return details.isThisAndFuture === true;
}

/** How many people are invited to any of the events, the organizer not counted. */
export function countGuests(records: readonly EventRecord[]): number {
  const emails = records.flatMap(({ details }) => {
    const { organizer, attendees = [] } = details;
    return attendees.flatMap(({ email }) => (email === null || email === organizer?.email ? [] : email));
  });
  return new Set(emails).size;
}

export function toCalendarTime({ at, timeZone }: EventTime): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new Error(`Not a stored time: '${at}'.`);
  return time;
}

/** The instant of a stored time; floating times and dates are told in the home zone. */
export function instantOfStored(time: EventTime, homeTimeZone: string, findZone: FindZone = getZone): number {
  return toInstant(toCalendarTime(time), homeTimeZone, findZone);
}

/** The zones in which a record's times hang. */
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

/** `2026-11-20T09:00:00.000Z` told in a zone, as iCalendar writes it: `20261120T100000`. */
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

/** What an instance is called: the date of an all-day event, else the instant of its start by rule. */
export function toRecurrenceId(instant: number, isAllDay: boolean, homeTimeZone: string): string {
  if (!isAllDay) return new Date(instant).toISOString();
  const local = getZone(homeTimeZone).toLocal(instant);
  return `${String(local.year).padStart(4, '0')}-${String(local.month).padStart(2, '0')}-${String(local.day).padStart(2, '0')}`;
}

/** The instant that a recurrence id means, or null when it is none. */
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

/** The times that a request gives, or null when it gives none. */
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

/** Times with the VTIMEZONE that they hang in, where no IANA zone is meant. */
export type ZonedTimes = EventTimes & Pick<EventRecord, 'zoneDefinition'>;

/** The times that a request gives to an event: in the zone that it names, else in the event's own. */
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

/** Whether the end hangs in a zone of its own, as that of a flight may. */
export function endsElsewhere<Times extends EventTimes>(times: Times): times is Times & TimesWithEndZone {
  const { isAllDay, start, end } = times;
  return !isAllDay && start.timeZone !== null && end.timeZone !== null && end.timeZone !== start.timeZone;
}
