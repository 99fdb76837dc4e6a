/**
 * A time as iCalendar writes it (RFC 5545 §3.3): `20261121T090000` on the wall clock of an IANA zone, or
 * floating with `null`; `20261121` for a date, always with `null`.
 */
export interface EventTime {
  readonly at: string;
  readonly timeZone: string | null;
}

/** RRULE, EXRULE, RDATE and EXDATE. Rules are without their property names. */
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

/** Parts of an event that are kept but cannot be edited here. */
export interface EventDetails {
  readonly url?: string;
  readonly organizer?: EventPerson;
  /** `status` as PARTSTAT: NEEDS-ACTION, ACCEPTED, DECLINED, TENTATIVE. */
  readonly attendees?: readonly (EventPerson & { readonly status: string })[];
  readonly categories?: readonly string[];
  /** On an all-day event: its calendar marks it as free, or the user declined it. */
  readonly isFree?: true;
  /** RANGE=THISANDFUTURE (RFC 5545 §3.2.13): all later instances follow this changed one. */
  readonly isThisAndFuture?: true;
  /** Texts that are longer than we store. They can be read, but not edited. */
  readonly shortened?: readonly ('title' | 'description' | 'location')[];
}

/** One event as the provider stores it: a single event, the master of a series, or one changed instance. */
export interface RemoteEvent {
  /** RFC 5545 UID, shared by a master and its instances. */
  readonly uid: string;
  /** On a changed or cancelled instance: its original start by the rule, in any zone. */
  readonly recurrenceId: EventTime | null;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly location: string;
  /**
   * `cancelled` on an instance: it does not take place. An event that is cancelled as a whole is reported as
   * `gone`.
   */
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  /**
   * Whether it takes the user's time: false when it is marked free (TRANSP) or the user declined it.
   * Tentative and unanswered events are busy. False for all-day events.
   */
  readonly isBusy: boolean;
  readonly isAllDay: boolean;
  readonly start: EventTime;
  /** Exclusive. */
  readonly end: EventTime;
  readonly recurrence: EventRecurrence | null;
  readonly details: EventDetails;
  /** The VTIMEZONE of the times, if it does not correspond to an IANA zone. */
  readonly zoneDefinition: string | null;
  /**
   * Our own mark, kept at the provider: a mirror event for a planned block, or for busy time in another
   * calendar.
   */
  readonly madeBy: 'block' | 'mirror' | null;
}

/** All events of one UID (RFC 4791 §4.1). No events means that the object does not exist. */
export interface CalendarObject {
  readonly uid: string;
  readonly events: readonly RemoteEvent[];
}
