import type { EventChange, NewEvent } from '@dayloom/contracts';
import { findDayNumber, getZone, MINUTE_MS, startOfDayNumber } from '@dayloom/time';
import { createFindZone } from '@dayloom/time/icalendar';
import {
  type CalendarTime,
  type FindZone,
  findCalendarTime,
  formatLocal,
  toInstant,
} from '@dayloom/time/recurrence';

import type { EventContent, EventDetails, EventTime, RemoteEvent } from './event.ts';
import { listGuests } from './guests.ts';

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
  /** The text of the component in its file, so that no property is lost. */
  readonly source: string | null;
  /** Set on events that we created: mirrors of planned blocks or of another calendar's busy time. */
  readonly madeBy?: 'block' | 'mirror' | null;
  /** The user marked it as free here. It then stays free, whatever the setting for whole days. */
  readonly chosenFree?: boolean;
  /**
   * Our own spelling of an event that the provider spells differently. Later changes replace it field by
   * field. Null if we did not write the event: the provider derived it (an instance that no longer differs
   * from its series).
   */
  readonly asWritten?: RemoteEvent | null;
  readonly version: number;
}

/**
 * Whether the event blocks time for the planner. Whole days do if the settings say so, except those marked as
 * free here or in their calendar (TRANSP in RFC 5545). `listBusy` applies the same rule in SQL.
 */
export function countsAsBusy(
  {
    isBusy,
    isAllDay,
    chosenFree,
    details,
    source,
  }: Pick<EventRecord, 'isBusy' | 'isAllDay' | 'chosenFree' | 'details' | 'source'>,
  doWholeDaysBlock: boolean,
): boolean {
  if (isBusy || !isAllDay || !doWholeDaysBlock) return isBusy;
  return !chosenFree && !details.isFree && !/(?:^|\n)TRANSP[^:\n]*:[ \t]*TRANSPARENT/i.test(source ?? '');
}

/** The texts of a record that are stored truncated. */
export function shortenedTexts({
  details,
}: Pick<EventRecord, 'details'>): NonNullable<EventDetails['shortened']> {
  return details.shortened ?? [];
}

/** Whether later instances follow this changed one. */
export function isThisAndFuture({ details }: Pick<EventRecord, 'details'>): boolean {
  return details.isThisAndFuture === true;
}

/** The number of people invited to any of the events, without the organizer. */
export function countGuests(records: readonly EventRecord[]): number {
  return new Set(
    records.flatMap(({ details }) => listGuests(details).flatMap(({ email }) => email?.toLowerCase() ?? [])),
  ).size;
}

export function toCalendarTime({ at, timeZone }: EventTime): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new Error(`Not a stored time: '${at}'.`);
  return time;
}

/** The instant of a stored time. Floating times and dates are in the home zone. */
export function getInstant(time: EventTime, homeTimeZone: string, findZone: FindZone = getZone): number {
  return toInstant(toCalendarTime(time), homeTimeZone, findZone);
}

/** Finds the zones of a record's times, including its own VTIMEZONE. */
export function getZones({ zoneDefinition }: Pick<EventRecord, 'zoneDefinition'>): FindZone {
  return zoneDefinition === null ? getZone : createFindZone({ zoneDefinition });
}

export function getStart(record: EventRecord, homeTimeZone: string): number {
  return getInstant(record.start, homeTimeZone, getZones(record));
}

export function getEnd(record: EventRecord, homeTimeZone: string): number {
  return Math.max(getStart(record, homeTimeZone), getInstant(record.end, homeTimeZone, getZones(record)));
}

/** An instant as local time of a zone, in iCalendar's format: `20261120T100000`. */
export function toZonedEventTime(instant: number, timeZone: string, findZone: FindZone = getZone): EventTime {
  return { at: formatLocal(findZone(timeZone).toLocal(instant), false), timeZone };
}

export function toEventDate(date: string): EventTime {
  return { at: date.replaceAll('-', ''), timeZone: null };
}

/** `20261120` -> `2026-11-20`. */
export function formatEventDate({ at }: EventTime): string {
  return `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
}

/** The recurrence id of an instance: its date if it is all-day, else the instant of its start by the rule. */
export function toRecurrenceId(instant: number, isAllDay: boolean, homeTimeZone: string): string {
  if (!isAllDay) return new Date(instant).toISOString();
  const local = getZone(homeTimeZone).toLocal(instant);
  return `${String(local.year).padStart(4, '0')}-${String(local.month).padStart(2, '0')}-${String(local.day).padStart(2, '0')}`;
}

/** The instant of a recurrence id, or null if it is invalid. */
export function parseRecurrenceId(recurrenceId: string, homeTimeZone: string): number | null {
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

/** The times in a request, or null if it has none. For an event that happens once, use `toExactTimes`. */
export function findRequestedTimes(
  given: GivenTimes,
  timeZone: string,
  findZone: FindZone = getZone,
): EventTimes | null {
  if (given.startsOn !== undefined && given.endsOn !== undefined) {
    return { isAllDay: true, start: toEventDate(given.startsOn), end: toEventDate(given.endsOn) };
  }
  if (given.startsAt === undefined || given.endsAt === undefined) return null;
  const zone = given.timeZone ?? timeZone;
  return {
    isAllDay: false,
    start: toZonedEventTime(Date.parse(given.startsAt), zone, findZone),
    end: toZonedEventTime(Date.parse(given.endsAt), zone, findZone),
  };
}

/**
 * The times in a request for an event that happens once, or null if it has none. Of an hour that the clocks show twice,
 * iCalendar means the first one (RFC 5545 §3.3.5): times of the second one are stored in UTC.
 */
export function toExactTimes(
  given: GivenTimes,
  timeZone: string,
  findZone: FindZone = getZone,
): EventTimes | null {
  const times = findRequestedTimes(given, timeZone, findZone);
  if (!times || times.isAllDay) return times;
  const isSecond = (time: EventTime, instant: string | undefined) =>
    Date.parse(instant ?? '') - getInstant(time, timeZone, findZone) >= MINUTE_MS;
  return isSecond(times.start, given.startsAt) || isSecond(times.end, given.endsAt)
    ? findRequestedTimes({ ...given, timeZone: 'UTC' }, 'UTC')
    : times;
}

/** Times with their VTIMEZONE, if their zone is not an IANA zone. */
export type ZonedTimes = EventTimes & Pick<EventRecord, 'zoneDefinition'>;

/** The new times of an event, in the zone of the request, else in the event's own. */
export function toChangedTimes(
  given: GivenTimes & Pick<EventChange, 'recurrenceRule'>,
  record: EventRecord,
  homeTimeZone: string,
): ZonedTimes | null {
  const isFloating = !record.isAllDay && record.start.timeZone === null && given.timeZone === undefined;
  const floating = isFloating ? findRequestedTimes(given, homeTimeZone) : null;
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
  const isOnce = record.recurrence === null && record.recurrenceId === null && !given.recurrenceRule;
  const times = (isOnce ? toExactTimes : findRequestedTimes)(given, timeZone, findZone);
  if (!times) return null;
  const zoneDefinition = isOwn && !times.isAllDay ? record.zoneDefinition : null;
  const { endsAt } = given;
  if (given.timeZone !== undefined || times.isAllDay || endsAt === undefined || !endsInOtherZone(record))
    return { ...times, zoneDefinition };
  const end = toZonedEventTime(Date.parse(endsAt), record.end.timeZone, findZone);
  return { ...times, end, zoneDefinition };
}

type TimesWithEndZone = Pick<EventTimes, 'start'> & { readonly end: { readonly timeZone: string } };

/** Whether the end is in another zone than the start, like that of a flight. */
export function endsInOtherZone<Times extends EventTimes>(times: Times): times is Times & TimesWithEndZone {
  const { isAllDay, start, end } = times;
  return !isAllDay && start.timeZone !== null && end.timeZone !== null && end.timeZone !== start.timeZone;
}
