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

/** What is kept of an event besides what can be edited here. */
export interface EventDetails {
  readonly url?: string;
  readonly organizer?: EventPerson;
  /** `status` as PARTSTAT: NEEDS-ACTION, ACCEPTED, DECLINED, TENTATIVE. */
  readonly attendees?: readonly (EventPerson & { readonly status: string })[];
  readonly categories?: readonly string[];
  /** Of an all-day event: its calendar marks it as free, or the user declined it. */
  readonly isFree?: true;
  /** RANGE=THISANDFUTURE (RFC 5545 §3.2.13): a changed instance that all later ones follow. */
  readonly isThisAndFuture?: true;
  /** Texts that are longer than what is kept here. They can be read, but not edited. */
  readonly shortened?: readonly ('title' | 'description' | 'location')[];
}

/** What an event says, here and at a provider: a single one, the master of a series, or one changed instance. */
export interface EventContent {
  /** RFC 5545 UID. Master and instances share it. */
  readonly uid: string;
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  readonly location: string;
  /** `cancelled` on an instance: it does not take place. A cancelled event as a whole is `gone`. */
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  /**
   * Whether it takes the user's time: false when it is marked free (TRANSP) or the user declined it. Tentative and
   * unanswered events are busy. False for all-day events.
   */
  readonly isBusy: boolean;
  readonly isAllDay: boolean;
  readonly start: EventTime;
  /** Exclusive. */
  readonly end: EventTime;
  readonly recurrence: EventRecurrence | null;
  readonly details: EventDetails;
  /** The VTIMEZONE of the times where it means no IANA zone. */
  readonly zoneDefinition: string | null;
}

/** One event as the provider holds it. */
export interface RemoteEvent extends EventContent {
  /** Of a changed or cancelled instance: the start that the rule gave it, in any zone. */
  readonly recurrenceId: EventTime | null;
  /** Our own mark, kept at the provider: a mirror of a planned block, or of busy time in another calendar. */
  readonly madeBy: 'block' | 'mirror' | null;
}

/** All events of one UID (RFC 4791 §4.1). Without events it does not exist. */
export interface CalendarObject {
  readonly uid: string;
  readonly events: readonly RemoteEvent[];
}
