import { isDeepStrictEqual } from 'node:util';
import { isZone } from '@dayloom/time';
import { findCalendarTime } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from './event.ts';
import { type EventRecord, getInstant, getZones, toEventDate, toZonedEventTime } from './event-record.ts';
import { keepSentSpelling } from './merge.ts';
import { cutReceivedTexts, isInKnownYears, toReceivedRecurrenceId } from './received-event.ts';
import { toStorable } from './storable-text.ts';

interface RecordIdentity {
  readonly id: string;
  readonly calendarId: string;
  readonly homeTimeZone: string;
}

/** Converts a provider's event into a record. Null if it has no valid time. */
export function readRemoteEvent(
  given: RemoteEvent,
  { id, calendarId, homeTimeZone }: RecordIdentity,
): EventRecord | null {
  const event = toStorable(given);
  const times = [event.start, event.end, ...(event.recurrenceId ? [event.recurrenceId] : [])];
  if (!times.every((time) => isTime(time, event.zoneDefinition !== null))) return null;
  // An impossible date in a list is skipped without its neighbours.
  const isReadable = (time: EventTime) => isTime(time, event.zoneDefinition !== null);
  const record: EventRecord = {
    id,
    calendarId,
    ...cutReceivedTexts(event),
    recurrenceId: null,
    sequence: 0,
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
    zoneDefinition: event.zoneDefinition,
    source: null,
    madeBy: event.madeBy,
    version: 1,
  };
  const written = event.recurrenceId
    ? { ...record, recurrenceId: toReceivedRecurrenceId(record, event.recurrenceId, homeTimeZone) }
    : record;
  return isInKnownYears(written, homeTimeZone) ? written : null;
}

/** Converts a record into an event for a provider. */
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
      // Sorted, because their order has no meaning and must not count as a change.
      exdates: record.recurrence.exdates
        .map((time) => toExdate(record, time, homeTimeZone))
        .sort((a, b) => a.at.localeCompare(b.at)),
    },
    details: record.details,
    zoneDefinition: record.zoneDefinition,
    madeBy: record.madeBy ?? null,
  };
}

/** The record in our own spelling; null if we did not write it. */
export function findSentEvent(record: EventRecord, homeTimeZone: string): RemoteEvent | null {
  return record.asWritten === undefined ? toRemoteEvent(record, homeTimeZone) : record.asWritten;
}

/** The record with the unchanged parts of the earlier record's spelling. */
export function withSentSpelling(
  record: EventRecord,
  earlier: EventRecord | undefined,
  homeTimeZone: string,
): EventRecord {
  const { asWritten: _stale, ...plain } = record;
  if (earlier?.asWritten === undefined) return plain;
  const [was, now] = [toRemoteEvent(earlier, homeTimeZone), toRemoteEvent(plain, homeTimeZone)];
  if (earlier.asWritten === null) return isDeepStrictEqual(was, now) ? { ...plain, asWritten: null } : plain;
  const asWritten = keepSentSpelling(earlier.asWritten, was, now);
  return isDeepStrictEqual(asWritten, now) ? plain : { ...plain, asWritten };
}

/** The record that the provider returned after our write, with our spelling. */
export function keepUnchanged(
  record: EventRecord,
  earlier: EventRecord | undefined,
  homeTimeZone: string,
): EventRecord {
  const asWritten = earlier ? findSentEvent(earlier, homeTimeZone) : null;
  return isDeepStrictEqual(asWritten, toRemoteEvent(record, homeTimeZone))
    ? record
    : { ...record, asWritten };
}

function toEventTime({ at, timeZone }: EventTime): EventTime {
  return { at, timeZone };
}

/** Excluded instances are identified by their instant in UTC, whatever zone was given. */
function toExdate(record: EventRecord, time: EventTime, homeTimeZone: string): EventTime {
  if (!time.at.includes('T') || record.start.timeZone === null) return toEventTime(time);
  return toZonedEventTime(getInstant(time, homeTimeZone, getZones(record)), 'UTC');
}

function instanceTime(record: EventRecord, recurrenceId: string, homeTimeZone: string): EventTime {
  if (!recurrenceId.includes('T')) return toEventDate(recurrenceId);
  if (record.start.timeZone !== null || record.isAllDay)
    return toZonedEventTime(Date.parse(recurrenceId), 'UTC');
  return { ...toZonedEventTime(Date.parse(recurrenceId), homeTimeZone), timeZone: null };
}

function isTime({ at, timeZone }: EventTime, isOwnZone: boolean): boolean {
  return findCalendarTime(at) !== null && (timeZone === null || isOwnZone || isZone(timeZone));
}
