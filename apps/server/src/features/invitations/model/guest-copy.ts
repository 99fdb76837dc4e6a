import { isDeepStrictEqual } from 'node:util';
import type { EventTime } from '#features/calendar/model/event.ts';
import {
  type EventRecord,
  getEnd,
  getInstant,
  getStart,
  getZones,
  parseRecurrenceId,
  toEventDate,
  toRecurrenceId,
  toZonedEventTime,
} from '#features/calendar/model/event-record.ts';
import { isSameAddress, listGuests } from '#features/calendar/model/guests.ts';
import { toInstance } from '#features/calendar/model/instance.ts';

/** The part of a calendar object that one guest has: the whole, or the occurrences to which they are invited. */
export interface GuestCopy {
  /** The series or the single event. */
  readonly master: EventRecord | null;
  /** The changed occurrences that differ from their series, by recurrence id. */
  readonly instances: ReadonlyMap<string, EventRecord>;
  /** The recurrence ids of occurrences that do not take place for this guest. */
  readonly absent: ReadonlySet<string>;
}

export function isInvited({ details }: EventRecord, email: string): boolean {
  return listGuests(details).some((guest) => isSameAddress(guest.email, email));
}

export function listAddresses(records: readonly EventRecord[]): string[] {
  const emails = records.flatMap(({ details }) =>
    listGuests(details).flatMap(({ email }) => email?.toLowerCase() ?? []),
  );
  return [...new Set(emails)];
}

export function findGuestName(records: readonly EventRecord[], email: string): string {
  const named = records.flatMap(({ details }) => listGuests(details));
  return named.find((guest) => isSameAddress(guest.email, email) && guest.name)?.name ?? '';
}

/** The guest's copy; null if they are not invited. */
export function toGuestCopy(
  records: readonly EventRecord[],
  email: string,
  homeTimeZone: string,
): GuestCopy | null {
  const own = records.find((record) => record.recurrenceId === null);
  const master = own && isInvited(own, email) ? own : null;
  const changed = records.filter((record) => record.recurrenceId !== null);
  const isThere = (record: EventRecord) => isInvited(record, email) && record.status !== 'cancelled';
  const instances = new Map<string, EventRecord>();
  const absent = new Set(master ? listExcluded(master, homeTimeZone) : []);
  for (const record of changed) {
    const id = record.recurrenceId ?? '';
    if (!isThere(record)) {
      if (master) absent.add(id);
    } else if (!master || !isLikeSeries(master, record, homeTimeZone)) instances.set(id, record);
  }
  return master || instances.size > 0 ? { master, instances, absent } : null;
}

/** The series as the guest gets it, without the occurrences that are not for them. */
export function toGuestMaster(master: EventRecord, { absent }: GuestCopy, homeTimeZone: string): EventRecord {
  if (!master.recurrence) return master;
  const exdates = [...absent].sort().map((id) => toTime(master, id, homeTimeZone));
  return { ...master, recurrence: { ...master.recurrence, exdates } };
}

/** An occurrence that a guest has, changed or as its series gives it. */
export function findInstance(
  { master, instances }: GuestCopy,
  recurrenceId: string,
  homeTimeZone: string,
): EventRecord | null {
  const known = instances.get(recurrenceId);
  if (known || !master) return known ?? null;
  const instant = parseRecurrenceId(recurrenceId, homeTimeZone);
  return instant === null ? null : toInstance(master, instant, recurrenceId, homeTimeZone);
}

/** The details that guests see: not their answers, and not whether it blocks the organizer's time. */
export function toGuestView(record: EventRecord) {
  const { title, description, location, status, details } = record;
  const guests = listGuests(details).flatMap(({ email }) => email?.toLowerCase() ?? []);
  return { title, description, location, status, guests: guests.sort(), ...toSchedule(record) };
}

/** When an event takes place, without the occurrences that are left out. */
export function toSchedule({ isAllDay, start, end, recurrence }: EventRecord) {
  return { isAllDay, start, end, recurrence: recurrence && { ...recurrence, exdates: [] } };
}

/** Whether a changed occurrence is at the time that its series gives it. */
export function isAtRegularTime(master: EventRecord, record: EventRecord, homeTimeZone: string): boolean {
  const regular = toRegular(master, record, homeTimeZone);
  return (
    regular !== null &&
    regular.isAllDay === record.isAllDay &&
    getStart(regular, homeTimeZone) === getStart(record, homeTimeZone) &&
    getEnd(regular, homeTimeZone) === getEnd(record, homeTimeZone)
  );
}

function isLikeSeries(master: EventRecord, record: EventRecord, homeTimeZone: string): boolean {
  const regular = toRegular(master, record, homeTimeZone);
  if (!regular || !isAtRegularTime(master, record, homeTimeZone)) return false;
  const withoutTimes = (each: EventRecord) => ({ ...toGuestView(each), start: null, end: null });
  return isDeepStrictEqual(withoutTimes(regular), withoutTimes(record));
}

function toRegular(master: EventRecord, record: EventRecord, homeTimeZone: string): EventRecord | null {
  const id = record.recurrenceId ?? '';
  const instant = parseRecurrenceId(id, homeTimeZone);
  return instant === null ? null : toInstance(master, instant, id, homeTimeZone);
}

function listExcluded(master: EventRecord, homeTimeZone: string): string[] {
  return (master.recurrence?.exdates ?? []).map((time) =>
    toRecurrenceId(getInstant(time, homeTimeZone, getZones(master)), master.isAllDay, homeTimeZone),
  );
}

function toTime({ isAllDay, start }: EventRecord, recurrenceId: string, homeTimeZone: string): EventTime {
  if (isAllDay) return toEventDate(recurrenceId);
  const instant = Date.parse(recurrenceId);
  return start.timeZone === null
    ? { ...toZonedEventTime(instant, homeTimeZone), timeZone: null }
    : toZonedEventTime(instant, 'UTC');
}
