import { getZone, isTimeZone } from '@dayloom/time';
import { createFindZone } from '@dayloom/time/icalendar';
import { type FindZone, findCalendarTime, formatLocal, toInstant } from '@dayloom/time/recurrence';
import type { EventTime, RemoteEvent } from '#features/calendar/model/event.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** A time in the APIs of Google and Microsoft: a date, or a wall clock time with the name of its zone. */
export type ProviderTime =
  | { readonly date: string }
  | { readonly dateTime: string; readonly timeZone: string };

type InZones = Pick<RemoteEvent, 'zoneDefinition'>;

function getZones({ zoneDefinition }: InZones): FindZone {
  return zoneDefinition === null ? getZone : createFindZone({ zoneDefinition });
}

/** The instant of a time. Floating times and dates are read in `floatingZone`. */
export function getTimeInstant(time: EventTime, event: InZones, floatingZone: string): number {
  const read = findCalendarTime(time.at, time.timeZone);
  if (!read) throw new ProviderFailure('rejected', `'${time.at}' is not a date or time of the calendar.`);
  return toInstant(read, floatingZone, getZones(event));
}

/** `20261121` -> `2026-11-21`. */
export function dashedDate(at: string): string {
  return `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
}

/** An instant on the wall clock of a zone: `2026-11-21T09:00:00`. */
export function wallClock(instant: number, timeZone: string): string {
  const at = formatLocal(getZone(timeZone).toLocal(instant), false);
  return `${dashedDate(at)}T${at.slice(9, 11)}:${at.slice(11, 13)}:${at.slice(13, 15)}`;
}

/** The offset of a zone at an instant: `+01:00`. */
export function offsetAt(instant: number, timeZone: string): string {
  const minutes = Math.round(getZone(timeZone).offsetMinutesAt(instant));
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** An instant in iCalendar's UTC form: `20261121T090000Z`. */
export function utcText(instant: number): string {
  return `${formatLocal(getZone('UTC').toLocal(instant), false)}Z`;
}

/** An instant as an event's time in a zone. */
export function timeInZone(instant: number, timeZone: string): EventTime {
  return { at: formatLocal(getZone(timeZone).toLocal(instant), false), timeZone };
}

/**
 * Converts a time for an API that knows only IANA zones. A single event in a custom zone is sent in UTC. A
 * series would drift away from its zone, so it is refused.
 */
export function toProviderTime(time: EventTime, event: RemoteEvent, floatingZone: string): ProviderTime {
  if (!time.at.includes('T')) return { date: dashedDate(time.at) };
  const timeZone = time.timeZone ?? floatingZone;
  const named = event.zoneDefinition === null ? findZoneName(timeZone) : null;
  if (named === null && event.recurrence !== null)
    throw new ProviderFailure(
      'rejected',
      `The series is in the time zone '${timeZone}', which the other calendar does not support. Choose another time zone for it.`,
    );
  const zone = named ?? 'UTC';
  const instant = getTimeInstant(time, event, floatingZone);
  return { dateTime: wallClock(instant, zone), timeZone: zone };
}

/** The IANA name of a zone. Of fixed offsets only whole hours have one. */
function findZoneName(timeZone: string): string | null {
  if (isTimeZone(timeZone)) return timeZone;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(timeZone) ?? [];
  if (hours === undefined || minutes !== '00') return null;
  // POSIX signs: zones east of Greenwich have a minus.
  const name = Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  return isTimeZone(name) ? name : null;
}
