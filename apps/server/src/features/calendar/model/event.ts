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
  /** It is the user, whose calendar this is. */
  readonly isSelf?: true;
}

/** Stored properties of an event. Of these, only the guests can be edited here. */
export interface EventDetails {
  readonly url?: string;
  /** With `isSelf`, the user invites the guests from this calendar. */
  readonly organizer?: EventPerson;
  /** `status` as PARTSTAT: NEEDS-ACTION, ACCEPTED, DECLINED, TENTATIVE. */
  readonly attendees?: readonly (EventPerson & { readonly status: string })[];
  /** PARTSTAT of the user, whom somebody else invites. */
  readonly ownAnswer?: string;
  readonly categories?: readonly string[];
  /** True for an all-day event that its calendar marks as free, or that the user declined. */
  readonly isFree?: true;
  /** RANGE=THISANDFUTURE (RFC 5545 §3.2.13): the change applies to all later instances. */
  readonly isThisAndFuture?: true;
  /** The provider is asked for a conference link when the event is made there; then `url` has it. */
  readonly conference?: 'wanted';
  /** Texts that are stored truncated. They can be read, but not edited. */
  readonly shortened?: readonly ('title' | 'description' | 'location')[];
}

/**
 * The content of an event, here and at a provider: a single event, the master of a series, or an override.
 */
export interface EventContent {
  /** RFC 5545 UID. Master and instances share it. */
  readonly uid: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly location: string;
  /**
   * `cancelled` on an instance means that it does not take place. A whole cancelled event is deleted
   * (`gone`).
   */
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  /**
   * Whether it blocks the user's time. False if it is marked as free (TRANSP), the user declined it, or it is
   * all-day. Tentative and unanswered events are busy.
   */
  readonly isBusy: boolean;
  readonly isAllDay: boolean;
  readonly start: EventTime;
  /** Exclusive. */
  readonly end: EventTime;
  readonly recurrence: EventRecurrence | null;
  readonly details: EventDetails;
  /** The VTIMEZONE of the times, if it matches no IANA zone. */
  readonly zoneDefinition: string | null;
}

/** One event at a provider. */
export interface RemoteEvent extends EventContent {
  /** For a changed or cancelled instance: its start by the rule, in any zone. */
  readonly recurrenceId: EventTime | null;
  /** Our mark at the provider: a mirror of a planned block, or of another calendar's busy time. */
  readonly madeBy: 'block' | 'mirror' | null;
}

/** Identifies a calendar object of a user. */
export interface ObjectName {
  readonly calendarId: string;
  readonly uid: string;
}

/** All events with one UID (RFC 4791 §4.1). An empty list means that it does not exist. */
export interface CalendarObject {
  readonly uid: string;
  readonly events: readonly RemoteEvent[];
}
