import { getZone } from '@dayloom/time';
import {
  type CalendarTime,
  createFindZone,
  findCalendarTime,
  type WritableEvent,
} from '@dayloom/time/icalendar';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { isOwnInvitation, listGuests } from '#features/calendar/model/guests.ts';
import { toWritableEvent } from '#features/calendar/model/writable-event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { instanceKey, type ObjectParts, parseInstanceKey } from '../calendars/object-parts.ts';
import { getTimeInstant } from '../calendars/provider-times.ts';
import { contentLine, withProperties } from './ics-document.ts';
import { FLOATING_ZONE } from './ics-event.ts';

/** Marks an event that copies an object from here with its maker. */
export function withMaker(lines: readonly string[], { madeBy }: RemoteEvent): string[] {
  return madeBy === null
    ? [...lines]
    : withProperties(lines, new Set(['X-DAYLOOM-MADE-BY']), [contentLine(`X-DAYLOOM-MADE-BY:${madeBy}`)]);
}

/** Guests are written only with the events whose organizer is the user, who has the address `organizer` at the server. */
export function toWritable(
  record: RemoteEvent,
  parts: ObjectParts,
  organizer: string,
  exdates: readonly string[] = record.recurrenceId === null ? [...parts.cancelled].sort() : [],
  spellings: ReadonlyMap<string, string> = new Map(),
): WritableEvent {
  const master = parts.master ?? record;
  const event = toWritableEvent(record, {
    recurrenceId:
      record.recurrenceId &&
      (parts.master
        ? timeInMaster(instanceKey(record.recurrenceId, master, FLOATING_ZONE), master, spellings)
        : toCalendarTime(record.recurrenceId, spellings)),
    exdates: record.recurrence ? exdates.map((key) => timeInMaster(key, master, spellings)) : [],
    toCalendarTime: (time) => toCalendarTime(time, spellings),
  });
  const { details } = record;
  if (!isOwnInvitation(details)) return event;
  const name = details.organizer?.name || null;
  return { ...event, organizer: { name, email: organizer }, attendees: listGuests(details) };
}

/** The original start of an instance, in the zone of its series, because many programs compare the text. */
function timeInMaster(
  key: string,
  master: RemoteEvent,
  spellings: ReadonlyMap<string, string>,
): CalendarTime {
  const time = parseInstanceKey(key);
  const { timeZone } = toCalendarTime(master.start, spellings);
  if (!key.endsWith('Z') || timeZone === 'UTC') return toCalendarTime(time, spellings);
  const zones = master.zoneDefinition === null ? getZone : createFindZone(master);
  const local = zones(timeZone ?? FLOATING_ZONE).toLocal(getTimeInstant(time, master, FLOATING_ZONE));
  return { local, timeZone, isDate: false };
}

function toCalendarTime({ at, timeZone }: EventTime, spellings: ReadonlyMap<string, string>): CalendarTime {
  const time = findCalendarTime(at, timeZone);
  if (!time) throw new ProviderFailure('rejected', `'${at}' is not a date or time of the calendar.`);
  // iCalendar has no zone name for a bare offset, unless the object itself defines one.
  const isOffset = /^[+-]/.test(time.timeZone ?? '');
  if (time.isDate || !isOffset || spellings.has(time.timeZone ?? '')) return time;
  const instant = getZone(time.timeZone as string).localToInstant(time.local);
  return { local: getZone('UTC').toLocal(instant), timeZone: 'UTC', isDate: false };
}
