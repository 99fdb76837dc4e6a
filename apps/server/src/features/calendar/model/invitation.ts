import { getZone } from '@dayloom/time';
import { type WritableEvent, writeCalendar } from '@dayloom/time/icalendar';

export interface InvitedPerson {
  readonly name: string;
  readonly email: string;
}

/** `status` as PARTSTAT (RFC 5545 §3.2.12). */
export interface Attendee {
  readonly name: string | null;
  readonly email: string;
  readonly status: 'NEEDS-ACTION' | 'ACCEPTED' | 'TENTATIVE' | 'DECLINED';
}

/** A meeting that other people get as an iCalendar object. */
export interface Invitation {
  /** The same in every calendar. */
  readonly uid: string;
  readonly sequence: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly organizer: InvitedPerson;
  readonly attendees: readonly Attendee[];
}

export type InvitationMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

/**
 * An iCalendar object (RFC 5546): REQUEST, again with a higher SEQUENCE when the meeting moves, or CANCEL. PUBLISH
 * is for a file that somebody downloads. Times are in UTC, which every program understands.
 */
export function writeInvitation(
  { title, startsAt, endsAt, attendees, ...event }: Invitation,
  method: InvitationMethod,
  { now, productId }: { readonly now: Date; readonly productId: string },
): string {
  const written: WritableEvent = {
    ...event,
    recurrenceId: null,
    isThisAndFuture: false,
    summary: title,
    url: null,
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    start: toUtc(startsAt),
    end: toUtc(endsAt),
    rrules: [],
    exrules: [],
    rdates: [],
    exdates: [],
    attendees: [...attendees],
    categories: [],
    lastModified: null,
    zoneDefinition: null,
    transparency: 'opaque',
  };
  return writeCalendar([written], { stampedAt: now.getTime(), method, productId });
}

function toUtc(instant: Date): NonNullable<WritableEvent['start']> {
  return { local: getZone('UTC').toLocal(instant.getTime()), timeZone: 'UTC', isDate: false };
}
