import { isDeepStrictEqual } from 'node:util';
import { isZone } from '@dayloom/time';
import { findCalendarTime } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from './event.ts';
import {
  dateOfStored,
  type EventRecord,
  getEnd,
  getStart,
  getZones,
  instantOfStored,
  storedDate,
  storedTime,
  toRecurrenceId,
} from './event-record.ts';
import { asWrittenNow } from './merge.ts';
import { cutText, keptTexts, toStorable } from './storable-text.ts';

const MAX_UID = 1_000;
const FIRST_INSTANT = Date.UTC(1, 0, 1);
const LAST_INSTANT = Date.UTC(9_998, 0, 1);

interface Place {
  readonly id: string;
  readonly calendarId: string;
  readonly homeTimeZone: string;
}

/** Converts a provider's event to a record. Null when it has no valid time. */
export function readRemoteEvent(
  given: RemoteEvent,
  { id, calendarId, homeTimeZone }: Place,
): EventRecord | null {
  const event = toStorable(given);
  const times = [event.start, event.end, ...(event.recurrenceId ? [event.recurrenceId] : [])];
  if (!times.every((time) => isTime(time, event.zoneDefinition !== null))) return null;
  // One invalid date among the RDATEs or EXDATEs does not discard the others.
  const isReadable = (time: EventTime) => isTime(time, event.zoneDefinition !== null);
  const { shortened, ...texts } = keptTexts(event);
  const record: EventRecord = {
    id,
    calendarId,
    uid: cutText(event.uid, MAX_UID),
    recurrenceId: null,
    sequence: 0,
    ...texts,
    status: event.status,
    isBusy: event.isBusy && !event.isAllDay,
    isAllDay: event.isAllDay,
    start: toEventTime(event.start),
    end: toEventTime(event.end),
    recurrence: event.recurrence && {
      rules: event.recurrence.rules,
      exceptionRules: event.recurrence.exceptionRules,
      rdates: event.recurrence.rdates.filter(isReadable).map(({ end, ...time }) => ({
        ...toEventTime(time),
        ...(end && isReadable(end) && { end: toEventTime(end) }),
      })),
      exdates: event.recurrence.exdates.filter(isReadable).map(toEventTime),
    },
    details: {
      ...event.details,
      ...(shortened.length > 0 && {
        shortened: [...new Set([...(event.details.shortened ?? []), ...shortened])],
      }),
    },
    zoneDefinition: event.zoneDefinition,
    source: null,
    madeBy: event.madeBy,
    version: 1,
  };
  const written = event.recurrenceId
    ? { ...record, recurrenceId: toInstanceId(record, event.recurrenceId, homeTimeZone) }
    : record;
  const [startsAt, endsAt] = [getStart(written, homeTimeZone), getEnd(written, homeTimeZone)];
  return startsAt >= FIRST_INSTANT && endsAt <= LAST_INSTANT ? written : null;
}

/** Converts a record to the form that providers receive. */
export function toRemoteEvent(record: EventRecord, homeTimeZone: string): RemoteEvent {
  return {
    uid: record.uid,
    recurrenceId:
      record.recurrenceId === null ? null : instanceTime(record, record.recurrenceId, homeTimeZone),
    title: record.title,
    description: record.description,
    location: record.location,
    status: record.status,
    isBusy: record.isBusy,
    isAllDay: record.isAllDay,
    start: toEventTime(record.start),
    end: toEventTime(record.end),
    recurrence: record.recurrence && {
      rules: record.recurrence.rules,
      exceptionRules: record.recurrence.exceptionRules,
      rdates: record.recurrence.rdates.map(({ end, ...time }) => ({
        ...toEventTime(time),
        ...(end && { end: toEventTime(end) }),
      })),
      // Sorted: EXDATEs are a set, so equal sets must compare as equal.
      exdates: record.recurrence.exdates
        .map((time) => toExdate(record, time, homeTimeZone))
        .sort((a, b) => a.at.localeCompare(b.at)),
    },
    details: record.details,
    zoneDefinition: record.zoneDefinition,
    madeBy: record.madeBy ?? null,
  };
}

/** The event as we wrote it; null when the provider derived it. */
export function findWrittenEvent(record: EventRecord, homeTimeZone: string): RemoteEvent | null {
  return record.asWritten === undefined ? toRemoteEvent(record, homeTimeZone) : record.asWritten;
}

/** The record with what still applies of how we wrote its earlier version (`asWritten`). */
export function withWriting(
  record: EventRecord,
  earlier: EventRecord | undefined,
  homeTimeZone: string,
): EventRecord {
  const { asWritten: _stale, ...plain } = record;
  if (earlier?.asWritten === undefined) return plain;
  const [was, now] = [toRemoteEvent(earlier, homeTimeZone), toRemoteEvent(plain, homeTimeZone)];
  if (earlier.asWritten === null) return isDeepStrictEqual(was, now) ? { ...plain, asWritten: null } : plain;
  const asWritten = asWrittenNow(earlier.asWritten, was, now);
  return isDeepStrictEqual(asWritten, now) ? plain : { ...plain, asWritten };
}

/** For a record that the provider made of what we sent: keeps how we wrote it (`asWritten`). */
export function keepUnchanged(
  record: EventRecord,
  earlier: EventRecord | undefined,
  homeTimeZone: string,
): EventRecord {
  const asWritten = earlier ? findWrittenEvent(earlier, homeTimeZone) : null;
  return isDeepStrictEqual(asWritten, toRemoteEvent(record, homeTimeZone))
    ? record
    : { ...record, asWritten };
}

function toEventTime({ at, timeZone }: EventTime): EventTime {
  return { at, timeZone };
}

/** An EXDATE is written as an instant in UTC, whatever zone it was received in. */
function toExdate(record: EventRecord, time: EventTime, homeTimeZone: string): EventTime {
  if (!time.at.includes('T') || record.start.timeZone === null) return toEventTime(time);
  return storedTime(instantOfStored(time, homeTimeZone, getZones(record)), 'UTC');
}

function toInstanceId(record: EventRecord, time: EventTime, homeTimeZone: string): string {
  // The recurrence id has the value type (date or time) of the series, even if the instance itself was
  // changed between all-day and timed.
  const isDate = !time.at.includes('T');
  return isDate
    ? dateOfStored(time)
    : toRecurrenceId(instantOfStored(time, homeTimeZone, getZones(record)), false, homeTimeZone);
}

function instanceTime(record: EventRecord, recurrenceId: string, homeTimeZone: string): EventTime {
  if (!recurrenceId.includes('T')) return storedDate(recurrenceId);
  if (record.start.timeZone !== null || record.isAllDay) return storedTime(Date.parse(recurrenceId), 'UTC');
  return { ...storedTime(Date.parse(recurrenceId), homeTimeZone), timeZone: null };
}

function isTime({ at, timeZone }: EventTime, isOwnZone: boolean): boolean {
  return findCalendarTime(at) !== null && (timeZone === null || isOwnZone || isZone(timeZone));
}
