import type { CalendarTime } from '../calendar-time.ts';
import { fromLocalMs, toLocalMs } from '../civil-date.ts';
import { DAY_MS } from '../units.ts';

/**
 * RECURRENCE-ID, RDATE or EXDATE with the value type of its series' start (RFC 5545 §3.8.4.4). Exchange writes
 * the midnight of an all-day instance, other programs the date of a timed one. A UTC time for a whole day is the midnight of
 * an unknown zone, so it becomes the nearest date. A time without a zone is in the zone of its series.
 */
export function toSeriesValueType(time: CalendarTime, start: CalendarTime): CalendarTime {
  if (time.isDate === start.isDate) return withStartZone(time, start);
  const { year, month, day, hour } = time.local;
  if (time.isDate) return { ...start, local: { ...start.local, year, month, day } };
  const isEvening = time.timeZone === 'UTC' && hour >= 12;
  const midnight = toLocalMs({ year, month, day, hour: 0, minute: 0 });
  const date = fromLocalMs(midnight + (isEvening ? DAY_MS : 0));
  const local = { year: date.year, month: date.month, day: date.day, hour: 0, minute: 0 };
  return { local, timeZone: null, isDate: true };
}

/** A time without a zone in an event with one, as some programs write it: it is in the zone of the start. */
export function withStartZone<Time extends CalendarTime>(time: Time, start: CalendarTime | null): Time {
  if (time.isDate || time.timeZone !== null || !start || start.timeZone === null) return time;
  return { ...time, timeZone: start.timeZone };
}
