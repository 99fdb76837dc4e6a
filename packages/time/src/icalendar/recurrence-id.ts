import type { CalendarTime } from '../calendar-time.ts';
import { localOfMs, toLocalMs } from '../civil-date.ts';
import { DAY_MS } from '../units.ts';

/**
 * RECURRENCE-ID with the value type of its series' start (RFC 5545 §3.8.4.4). Exchange writes the midnight of
 * an all-day instance, other programs the date of a timed one. A UTC time for a whole day is the midnight of
 * an unknown zone, so it becomes the nearest date.
 */
export function toSeriesKind(recurrenceId: CalendarTime, start: CalendarTime): CalendarTime {
  if (recurrenceId.isDate === start.isDate) return recurrenceId;
  const { year, month, day, hour } = recurrenceId.local;
  if (recurrenceId.isDate) return { ...start, local: { ...start.local, year, month, day } };
  const isEvening = recurrenceId.timeZone === 'UTC' && hour >= 12;
  const midnight = toLocalMs({ year, month, day, hour: 0, minute: 0 });
  const date = localOfMs(midnight + (isEvening ? DAY_MS : 0));
  const local = { year: date.year, month: date.month, day: date.day, hour: 0, minute: 0 };
  return { local, timeZone: null, isDate: true };
}
