import { writeCalendar } from '@dayloom/time/icalendar';
import type { EventRecord } from '#features/calendar/model/event-record.ts';
import { toExportedEvent } from '#features/calendar/model/exported-event.ts';
import { toAttendeeStatus } from '#features/calendar/model/guests.ts';
import type { InvitedPerson } from '#features/calendar/model/invitation.ts';
import type { GuestMail } from './guest-mails.ts';

interface ReplyContext {
  /** SEQUENCE of the organizer's event. */
  readonly sequence: number;
  readonly homeTimeZone: string;
  readonly now: Date;
  readonly productName: string;
}

interface OwnReply extends Omit<GuestMail['message'], 'invitation'> {
  readonly invitation: { readonly method: 'REPLY'; readonly text: string };
}

const WORDS = {
  accepted: 'Accepted',
  tentative: 'Maybe',
  declined: 'Declined',
  needsAction: 'Open',
} as const;

/** The mail with which the user answers the organizer of an event (REPLY in RFC 5546 §3.2.3). Null if it cannot be sent. */
export function toOwnReply(
  record: EventRecord,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  { sequence, homeTimeZone, now, productName }: ReplyContext,
): OwnReply | null {
  const { organizer, attendees = [], ownAnswer } = record.details;
  const self = attendees.find(({ isSelf }) => isSelf);
  if (!organizer?.email || !self?.email || ownAnswer === undefined) return null;
  const user: InvitedPerson = { name: `${firstName} ${lastName}`.trim(), email: self.email };
  const answer = WORDS[toAttendeeStatus(ownAnswer)];
  const event = {
    ...toExportedEvent(record, homeTimeZone),
    sequence,
    organizer,
    attendees: [{ name: user.name || null, email: user.email, status: ownAnswer }],
  };
  const text = writeCalendar([event], {
    stampedAt: now.getTime(),
    method: 'REPLY',
    productId: `-//${productName}//Event//EN`,
  });
  return {
    to: organizer.email,
    replyTo: user.email,
    subject: `${answer}: ${record.title}`,
    text: `${user.name || user.email} answered your invitation to '${record.title}': ${answer}.\n`,
    invitation: { method: 'REPLY', text },
  };
}
