import type { CalendarTime } from '../calendar-time.ts';
import type { CalendarProblem } from './components.ts';

export interface CalendarUser {
  /** Lower case, without "mailto:"; null if it is not a mail address. */
  email: string | null;
  name: string | null;
}

export interface Attendee extends CalendarUser {
  /** PARTSTAT; NEEDS-ACTION if absent. */
  status: string;
}

/** The fields that events and to-dos share. Times that could not be read are null, with a problem. */
export interface CalendarItem {
  /**
   * UID. If the file has none, it is derived from the content, so that the same content gives the same UID.
   */
  uid: string;
  /** RECURRENCE-ID: set for a changed occurrence of a recurring item. */
  recurrenceId: CalendarTime | null;
  /** RANGE=THISANDFUTURE on the RECURRENCE-ID. */
  isThisAndFuture: boolean;
  sequence: number;
  summary: string;
  description: string;
  location: string;
  url: string | null;
  /** STATUS in upper case: CONFIRMED, TENTATIVE, CANCELLED, NEEDS-ACTION, COMPLETED, IN-PROCESS. */
  status: string | null;
  /** The start is a DATE: the item covers whole days. */
  allDay: boolean;
  start: CalendarTime | null;
  /** Epoch milliseconds; floating times and dates are read in the reader's `floatingTimeZone`. */
  startsAt: number | null;
  /** RRULE texts that we can expand. The others are problems and remain in `raw`. */
  rrules: string[];
  exrules: string[];
  rdates: (CalendarTime & { end?: CalendarTime })[];
  exdates: CalendarTime[];
  organizer: CalendarUser | null;
  attendees: Attendee[];
  categories: string[];
  /** LAST-MODIFIED, epoch milliseconds. */
  lastModified: number | null;
  /** The text of the VTIMEZONE if a time uses a zone that only this file defines, else null. */
  zoneDefinition: string | null;
  /** The component's own text, unfolded and complete. */
  raw: string;
  problems: CalendarProblem[];
  /** The line of its BEGIN. */
  line: number;
}

/** VEVENT (RFC 5545 §3.6.1). */
export interface CalendarEvent extends CalendarItem {
  /** DTEND, or DTSTART + DURATION, or the RFC's default without both: a day, or no time at all. Exclusive. */
  end: CalendarTime | null;
  endsAt: number | null;
  /** TRANSP: whether it blocks time. */
  transparency: 'opaque' | 'transparent';
}

/** VTODO (RFC 5545 §3.6.2). */
export interface CalendarTodo extends CalendarItem {
  due: CalendarTime | null;
  dueAt: number | null;
  completedAt: number | null;
  /** 1 highest .. 9 lowest, 0 undefined. */
  priority: number;
  percentComplete: number;
}
