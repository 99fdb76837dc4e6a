import { getZone } from '@dayloom/time';
import {
  type CalendarTime,
  createFindZone,
  findCalendarTime,
  type WritableEvent,
} from '@dayloom/time/icalendar';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { instanceKey, type ObjectParts, timeOfKey } from '../calendars/object-parts.ts';
import { instantOfTime } from '../calendars/provider-times.ts';
import { contentLine, withProperties } from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';

/** Says who made an event that is a copy of something here. */
export function withMarks(lines: readonly string[], { madeBy }: RemoteEvent): string[] {
  return madeBy === null
    ? [...lines]
    : withProperties(lines, new Set(['X-DAYLOOM-MADE-BY']), [contentLine(`X-DAYLOOM-MADE-BY:${madeBy}`)]);
}

/** Guests are not written: they belong to the lines that stay, and new ones would be invited. */
export function toWritable(
  record: RemoteEvent,
  parts: ObjectParts,
  exdates: readonly string[] = record.recurrenceId === null ? [...parts.cancelled].sort() : [],
  spellings: ReadonlyMap<string, string> = new Map(),
): WritableEvent {
  const master = parts.master ?? record;
  const { rules = [], exceptionRules = [], rdates = [] } = record.recurrence ?? {};
  return {
    uid: record.uid,
    recurrenceId:
      record.recurrenceId &&
      timeInMaster(instanceKey(record.recurrenceId, master, FLOATING_ZONE), master, spellings),
    isThisAndFuture: record.details.isThisAndFuture ?? false,
    sequence: 0,
    summary: record.title,
    description: record.description,
    location: record.location,
    url: record.details.url ?? null,
    status: record.status.toUpperCase(),
    start: toCalendarTime(record.start, spellings),
    end: toCalendarTime(record.end, spellings),
    rrules: [...rules],
    exrules: [...exceptionRules],
    rdates: rdates.map(({ end, ...time }) => ({
      ...toCalendarTime(time, spellings),
      ...(end && { end: toCalendarTime(end, spellings) }),
    })),
    exdates: record.recurrence ? exdates.map((key) => timeInMaster(key, master, spellings)) : [],
    organizer: null,
    attendees: [],
    categories: [...(record.details.categories ?? [])],
    lastModified: null,
    transparency: record.isBusy ? 'opaque' : 'transparent',
    zoneDefinition: record.zoneDefinition,
  };
}

/** The start by rule of an instance, told where its series hangs: many programs compare the text. */
function timeInMaster(
  key: string,
  master: RemoteEvent,
  spellings: ReadonlyMap<string, string>,
): CalendarTime {
  const time = timeOfKey(key);
  const { timeZone } = toCalendarTime(master.start, spellings);
  if (!key.endsWith('Z') || timeZone === 'UTC') return toCalendarTime(time, spellings);
  const zones = master.zoneDefinition === null ? getZone : createFindZone(master);
  const local = zones(timeZone ?? FLOATING_ZONE).toLocal(instantOfTime(time, master, FLOATING_ZONE));
  return { local, timeZone, isDate: false };
}

function toCalendarTime({ at, timeZone }: EventTime, spellings: ReadonlyMap<string, string>): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new ProviderFailure('rejected', `'${at}' is no time of the calendar.`);
  // iCalendar has no name for an offset, unless the object itself gives it one.
  const isOffset = /^[+-]/.test(time.timeZone ?? '');
  if (time.isDate || !isOffset || spellings.has(time.timeZone ?? '')) return time;
  const instant = getZone(time.timeZone as string).localToInstant(time.local);
  return { local: getZone('UTC').toLocal(instant), timeZone: 'UTC', isDate: false };
}
