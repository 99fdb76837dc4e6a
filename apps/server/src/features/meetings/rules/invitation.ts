import { MINUTE_MS } from '@dayloom/time';
import {
  type Attendee,
  type InvitationMethod,
  type InvitedPerson,
  writeInvitation,
} from '#features/calendar/model/invitation.ts';
import { paragraphs } from '#features/calendar/model/mail-text.ts';
import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';

export interface InvitationContext {
  readonly meeting: StoredMeeting;
  readonly organizer: InvitedPerson;
  /** Where calendar programs send answers, if not to the organizer. */
  readonly replyTo: string | undefined;
  readonly domain: string;
  readonly productName: string;
  readonly now: Date;
}

/** The UID of a meeting's event, the same in every calendar. */
export function toUid(meetingId: string, domain: string): string {
  return `meeting-${meetingId}@${domain}`;
}

/** The id of the meeting of a UID; null for a UID of something else. */
export function findMeetingId(uid: string, domain: string): string | null {
  const id = /^meeting-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/.exec(uid)?.[1];
  return id !== undefined && uid === toUid(id, domain) ? id : null;
}

export function getEnd({ durationMinutes }: StoredMeeting, startsAt: Date): Date {
  return new Date(startsAt.getTime() + durationMinutes * MINUTE_MS);
}

/**
 * The confirmed meeting as an iCalendar object for one attendee. It names no other attendee, because they do not get
 * to know each other's addresses.
 */
export function writeMeetingInvitation(
  { meeting, organizer, replyTo, domain, productName, now }: InvitationContext,
  { attendee, url }: { readonly attendee: StoredAttendee; readonly url: string },
  method: InvitationMethod,
): string {
  const startsAt = meeting.confirmedAt;
  if (!startsAt) throw new Error('Only a meeting with a chosen time has an invitation.');
  return writeInvitation(
    {
      uid: toUid(meeting.id, domain),
      sequence: meeting.sequence,
      title: meeting.title,
      description: paragraphs([meeting.message || null, `To answer: ${url}`]).trimEnd(),
      location: meeting.location,
      startsAt,
      endsAt: getEnd(meeting, startsAt),
      organizer: { ...organizer, email: replyTo ?? organizer.email },
      attendees: [toAttendee(attendee, startsAt)],
    },
    method,
    { now, productId: `-//${productName}//Meeting//EN` },
  );
}

const PARTICIPATION = { accept: 'ACCEPTED', propose: 'ACCEPTED', maybe: 'TENTATIVE' } as const;

/** An attendee with what the answer says about the chosen time. */
export function toAttendee({ name, email, answer, answerTimes }: StoredAttendee, startsAt: Date): Attendee {
  const suits = answerTimes.some((time) => time.getTime() === startsAt.getTime());
  const status =
    answer === null
      ? 'NEEDS-ACTION'
      : answer === 'decline'
        ? 'DECLINED'
        : suits
          ? PARTICIPATION[answer]
          : null;
  return { name: name || null, email, status: status ?? 'NEEDS-ACTION' };
}
