/** Reads and writes iCalendar files (RFC 5545). A separate entry point, as the browser does not need it. */
export { type CalendarTime, findCalendarTime, toInstant } from '../calendar-time.ts';

export type { CalendarEvent } from './events.ts';
export { type CalendarSummary, createCalendarReader, createFindZone, readCalendar } from './read-calendar.ts';
export { toSeriesValueType } from './recurrence-id.ts';
export { createCalendarWriter, foldLine, type WritableEvent, writeCalendar } from './write-calendar.ts';
