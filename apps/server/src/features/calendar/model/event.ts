/**
 * A time as iCalendar writes it (RFC 5545 §3.3): `20261121T090000` on the wall clock of an IANA zone, `null`
 * for floating; `20261121` for a date, always with `null`.
 */
export interface EventTime {
  readonly at: string;
  readonly timeZone: string | null;
}

/** RRULE, EXRULE, RDATE and EXDATE, rules without their property names. */
export interface EventRecurrence {
  readonly rules: readonly string[];
  readonly exceptionRules: readonly string[];
  readonly rdates: readonly (EventTime & { readonly end?: EventTime })[];
  readonly exdates: readonly EventTime[];
}

interface EventPerson {
  readonly email: string | null;
  readonly name: string | null;
}

/** What is kept of an event beside what can be edited here. */
export interface EventDetails {
  readonly url?: string;
  readonly organizer?: EventPerson;
  /** `status` as PARTSTAT: NEEDS-ACTION, ACCEPTED, DECLINED, TENTATIVE. */
  readonly attendees?: readonly (EventPerson & { readonly status: string })[];
  readonly categories?: readonly string[];
  /** Of whole days: their calendar says that they take no time, or the user declined them. */
  readonly isFree?: true;
  /** RANGE=THISANDFUTURE (RFC 5545 §3.2.13): a changed instance that all later ones follow. */
  readonly isThisAndFuture?: true;
  /** Texts that are longer than what is kept here. They can be read, but not edited. */
  readonly shortened?: readonly ('title' | 'description' | 'location')[];
}

/** One event as the provider holds it: a single one, the master of a series, or one changed instance. */
export interface RemoteEvent {
  /** RFC 5545 UID. Master and instances share it. */
  readonly uid: string;
  /** Of a changed or cancelled instance: the start that the rule gave it, in any zone. */
  readonly recurrenceId: EventTime | null;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly location: string;
  /** `cancelled` on an instance: it does not take place. A cancelled event as a whole is `gone`. */
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  /**
   * Whether it takes the user's time: false when it is marked free (TRANSP) or the user declined it; tentative and
   * unanswered ones are busy. Whole days are false.
   */
  readonly isBusy: boolean;
  readonly isAllDay: boolean;
  readonly start: EventTime;
  /** Exclusive. */
  readonly end: EventTime;
  readonly recurrence: EventRecurrence | null;
  readonly details: EventDetails;
  /** The VTIMEZONE that the times hang in, where no IANA zone is meant. */
  readonly zoneDefinition: string | null;
  /** Our own mark, kept at the provider: a copy of a planned block, or of busy time of another calendar. */
  readonly madeBy: 'block' | 'mirror' | null;
}

/** All events of one UID; none: there is no such event. */
export interface CalendarObject {
  readonly uid: string;
  readonly events: readonly RemoteEvent[];
}
