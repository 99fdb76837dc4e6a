import type { CalendarTime } from '../calendar-time.ts';
import type { Problem } from './components.ts';

export interface Person {
  /** Lower case, without "mailto:"; null when the address is no mail address. */
  email: string | null;
  name: string | null;
}

export interface Attendee extends Person {
  /** PARTSTAT: NEEDS-ACTION when not given. */
  status: string;
}

/** What events and to-dos have in common. Times that could not be read are null, with a problem. */
export interface CalendarItem {
  /** UID; made from the content where the file has none, the same for the same content. */
  uid: string;
  /** RECURRENCE-ID: set on one changed occurrence of a recurring item. */
  recurrenceId: CalendarTime | null;
  /** RANGE=THISANDFUTURE on the RECURRENCE-ID. */
  isThisAndFuture: boolean;
  sequence: number;
  summary: string;
  description: string;
  location: string;
  url: string | null;
  /** STATUS in capitals: CONFIRMED, TENTATIVE, CANCELLED, NEEDS-ACTION, COMPLETED, IN-PROCESS. */
  status: string | null;
  /** The start is a DATE: the item takes whole days. */
  allDay: boolean;
  start: CalendarTime | null;
  /** Epoch milliseconds; floating times and dates are read in the reader's `floatingTimeZone`. */
  startsAt: number | null;
  /** RRULE texts that can be followed; others are a problem and stay in `raw`. */
  rrules: string[];
  exrules: string[];
  rdates: (CalendarTime & { end?: CalendarTime })[];
  exdates: CalendarTime[];
  organizer: Person | null;
  attendees: Attendee[];
  categories: string[];
  /** LAST-MODIFIED, epoch milliseconds. */
  lastModified: number | null;
  /** The VTIMEZONE's text when a time hangs in a zone that only this file knows, else null. */
  zoneDefinition: string | null;
  /** The component's own text, unfolded: nothing of it is lost. */
  raw: string;
  problems: Problem[];
  /** The line of its BEGIN. */
  line: number;
}

/** VEVENT (RFC 5545 §3.6.1). */
export interface CalendarEvent extends CalendarItem {
  /** DTEND, or DTSTART + DURATION, or what the RFC says without both: a day, or no time at all. Exclusive. */
  end: CalendarTime | null;
  endsAt: number | null;
  /** TRANSP: whether it takes up time. */
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
