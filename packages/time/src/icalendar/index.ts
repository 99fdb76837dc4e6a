/** Reads and writes iCalendar files (RFC 5545). A separate entry point, as the browser does not need it. */
export { type CalendarTime, type FindZone, findCalendarTime, toInstant } from '../calendar-time.ts';
export type { Problem } from './components.ts';
export type { Attendee, CalendarEvent, CalendarItem, CalendarTodo, Person } from './events.ts';
export {
  type CalendarReader,
  type CalendarReaderOptions,
  type CalendarSummary,
  createCalendarReader,
  createFindZone,
  readCalendar,
} from './read-calendar.ts';
export { toSeriesKind } from './recurrence-id.ts';
export {
  type CalendarWriter,
  createCalendarWriter,
  foldLine,
  type WritableEvent,
  type WriteOptions,
  writeCalendar,
} from './write-calendar.ts';
