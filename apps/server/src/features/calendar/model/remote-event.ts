import { isDeepStrictEqual } from 'node:util';
import { isZone } from '@dayloom/time';
import { findCalendarTime } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from './event.ts';
import { type EventRecord, getZones, instantOfStored, storedDate, storedTime } from './event-record.ts';
import { asWrittenNow } from './merge.ts';
import { cutReceivedTexts, isInKnownYears, toReceivedRecurrenceId } from './received-event.ts';
import { toStorable } from './storable-text.ts';

interface Place {
  readonly id: string;
  readonly calendarId: string;
  readonly homeTimeZone: string;
}

/** What came from a provider as a record of ours; null when it has no time that a calendar could show. */
export function readRemoteEvent(
  given: RemoteEvent,
  { id, calendarId, homeTimeZone }: Place,
): EventRecord | null {
  const event = toStorable(given);
  const times = [event.start, event.end, ...(event.recurrenceId ? [event.recurrenceId] : [])];
  if (!times.every((time) => isTime(time, event.zoneDefinition !== null))) return null;
  // One date among many that no calendar has takes no other with it.
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

/** A record of ours as providers are told of it. */
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
      // In one order: as a set they are the same in any.
      exdates: record.recurrence.exdates
        .map((time) => toExdate(record, time, homeTimeZone))
        .sort((a, b) => a.at.localeCompare(b.at)),
    },
    details: record.details,
    zoneDefinition: record.zoneDefinition,
    madeBy: record.madeBy ?? null,
  };
}

/** The same in the words in which it was written here; null when it was not. */
export function findWrittenEvent(record: EventRecord, homeTimeZone: string): RemoteEvent | null {
  return record.asWritten === undefined ? toRemoteEvent(record, homeTimeZone) : record.asWritten;
}

/** The record with what is left of how its forerunner was written here. */
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

/** What the provider made of what was sent: written here as it was until now. */
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

/** Instances are named by the instant in UTC, whatever zone somebody told it in. */
function toExdate(record: EventRecord, time: EventTime, homeTimeZone: string): EventTime {
  if (!time.at.includes('T') || record.start.timeZone === null) return toEventTime(time);
  return storedTime(instantOfStored(time, homeTimeZone, getZones(record)), 'UTC');
}

function instanceTime(record: EventRecord, recurrenceId: string, homeTimeZone: string): EventTime {
  if (!recurrenceId.includes('T')) return storedDate(recurrenceId);
  if (record.start.timeZone !== null || record.isAllDay) return storedTime(Date.parse(recurrenceId), 'UTC');
  return { ...storedTime(Date.parse(recurrenceId), homeTimeZone), timeZone: null };
}

function isTime({ at, timeZone }: EventTime, isOwnZone: boolean): boolean {
  return findCalendarTime(at) !== null && (timeZone === null || isOwnZone || isZone(timeZone));
}
