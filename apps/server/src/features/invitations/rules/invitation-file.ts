import { isZone } from '@dayloom/time';
import { writeCalendar } from '@dayloom/time/icalendar';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { toExportedEvent } from '#features/calendar/model/exported-event.ts';
import { isSameAddress } from '#features/calendar/model/guests.ts';
import type { InvitedPerson } from '#features/calendar/model/invitation.ts';
import { paragraphs } from '#features/calendar/model/mail-text.ts';
import type { GuestUpdate } from './guest-updates.ts';

export interface FileContext {
  readonly sequence: number;
  readonly homeTimeZone: string;
  readonly now: Date;
  readonly productName: string;
  readonly organizer: InvitedPerson;
  /** The address to which calendar programs send answers. */
  readonly replyTo: string;
  /** The guest's own page. */
  readonly url: string;
}

/** The iCalendar object of a mail (RFC 5546): REQUEST, or CANCEL, which names only the guest who gets it. */
export function writeGuestFile(
  { components, email, kind }: GuestUpdate,
  { organizer, replyTo, sequence, homeTimeZone, now, productName, url }: FileContext,
): string {
  const isCancel = kind === 'cancelled';
  const events = components.map((record) => {
    const event = toExportedEvent(withZone(record, homeTimeZone), homeTimeZone);
    return {
      ...event,
      organizer: { name: organizer.name || null, email: replyTo },
      sequence,
      description: isCancel
        ? event.description
        : paragraphs([event.description || null, `To answer: ${url}`]).trimEnd(),
      status: isCancel ? 'CANCELLED' : event.status,
      attendees: isCancel
        ? event.attendees.filter((guest) => isSameAddress(guest.email, email))
        : event.attendees,
    };
  });
  return writeCalendar(events, {
    stampedAt: now.getTime(),
    method: isCancel ? 'CANCEL' : 'REQUEST',
    productId: `-//${productName}//Event//EN`,
  });
}

/** A floating time would be another instant for guests in other zones, so it gets the organizer's zone. */
function withZone(record: EventRecord, homeTimeZone: string): EventRecord {
  const { start, end, isAllDay, recurrence } = record;
  if (isAllDay || start.timeZone !== null) return record;
  const zoned = <Time extends { readonly timeZone: string | null }>(time: Time): Time => ({
    ...time,
    timeZone: time.timeZone ?? homeTimeZone,
  });
  return {
    ...record,
    start: zoned(start),
    end: zoned(end),
    recurrence: recurrence && {
      ...recurrence,
      rdates: recurrence.rdates.map(({ end: endsAt, ...at }) => ({
        ...zoned(at),
        ...(endsAt && { end: zoned(endsAt) }),
      })),
      exdates: recurrence.exdates.map(zoned),
    },
  };
}

/** The zone in which a mail names the times of an event. */
export function getMailZone({ start }: EventRecord, homeTimeZone: string): string {
  return start.timeZone !== null && isZone(start.timeZone) ? start.timeZone : homeTimeZone;
}
