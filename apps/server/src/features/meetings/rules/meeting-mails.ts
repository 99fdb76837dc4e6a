import {
  describeDate,
  describeStart,
  describeTimes,
  paragraphs,
} from '#features/calendar/model/mail-text.ts';
import { type StoredAttendee, type StoredMeeting, toPublicName } from '../model/meeting.ts';
import { getEnd, type InvitationContext, writeMeetingInvitation } from './invitation.ts';

/**
 * The mails to an attendee. `reopened`: the chosen time no longer holds, and the request is open again. `relinked`: the
 * attendee has a new link.
 */
export type AttendeeMailKind =
  | 'asked'
  | 'reminded'
  | 'relinked'
  | 'confirmed'
  | 'moved'
  | 'reopened'
  | 'cancelled'
  | 'withdrawn';

export interface MeetingMail {
  readonly key: string;
  readonly message: {
    readonly to: string;
    readonly replyTo?: string;
    readonly subject: string;
    readonly text: string;
    readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string };
  };
}

/** The keys of mails that ask. They are counted, because they go to strangers. */
export const ASK_KEY_PREFIX = 'meeting-ask ';
/** The keys of mails with an invitation file. */
export const INVITE_KEY_PREFIX = 'meeting-invite ';
/** The keys of mails that withdraw an earlier one. */
export const END_KEY_PREFIX = 'meeting-end ';

export interface Recipient {
  readonly attendee: StoredAttendee;
  /** The attendee's own page. */
  readonly url: string;
}

/** A mail to one attendee. Its key is the same for the same kind and state of the request. */
export function toAttendeeMail(
  kind: AttendeeMailKind,
  context: InvitationContext & { readonly message?: string },
  recipient: Recipient,
): MeetingMail {
  const { meeting, organizer, message = '' } = context;
  const { attendee, url } = recipient;
  const { subject, first } = TEXTS[kind](organizer.name, meeting);
  const method = METHODS[kind];
  const isOver = kind === 'cancelled' || kind === 'withdrawn';
  return {
    key: `${toKey(kind, context)} ${attendee.id}`,
    message: {
      to: attendee.email,
      replyTo: organizer.email,
      subject,
      text: paragraphs([
        attendee.name ? `Hello ${attendee.name},` : 'Hello,',
        first,
        describeMeeting(kind, meeting, organizer.name),
        (isOver ? message : meeting.message) || null,
        isOver ? null : `${kind === 'asked' || kind === 'reminded' ? 'Answer here' : 'Your page'}: ${url}`,
        kind === 'asked' && meeting.answerBy ? `Please answer by ${describeDate(meeting.answerBy)}.` : null,
      ]),
      ...(method && { invitation: { method, text: writeMeetingInvitation(context, recipient, method) } }),
    },
  };
}

const METHODS: Partial<Record<AttendeeMailKind, 'REQUEST' | 'CANCEL'>> = {
  confirmed: 'REQUEST',
  moved: 'REQUEST',
  reopened: 'CANCEL',
  cancelled: 'CANCEL',
};

function toKey(kind: AttendeeMailKind, { meeting, now }: InvitationContext): string {
  const { id, rounds, sequence } = meeting;
  if (kind === 'asked') return `${ASK_KEY_PREFIX}${id} ${rounds}`;
  if (kind === 'relinked') return `${ASK_KEY_PREFIX}${id} link ${now.toISOString()}`;
  if (kind === 'reminded') return `meeting-remind ${id} ${now.toISOString()}`;
  if (kind === 'confirmed' || kind === 'moved') return `${INVITE_KEY_PREFIX}${id} ${sequence}`;
  return `${END_KEY_PREFIX}${id} ${sequence}`;
}

type Text = { readonly subject: string; readonly first: string };

const TEXTS: Record<AttendeeMailKind, (organizer: string, meeting: StoredMeeting) => Text> = {
  asked: (organizer, { title, rounds }) => ({
    subject: rounds > 1 ? `More times: ${title}` : `${organizer} asks: ${title}`,
    first:
      rounds > 1
        ? `${organizer} proposes more times for a meeting with you. Which of them suit you?`
        : `${organizer} asks you for a meeting.`,
  }),
  reminded: (organizer, { title }) => ({
    subject: `Reminder: ${title}`,
    first: `${organizer} waits for your answer about this meeting.`,
  }),
  relinked: (organizer, { title }) => ({
    subject: `New link: ${title}`,
    first: `${organizer} has given you a new link to this meeting. The earlier one no longer works.`,
  }),
  confirmed: (organizer, { title, confirmedAt, timeZone }) => ({
    subject: `Confirmed: ${title}${confirmedAt ? `, ${describeStart(confirmedAt, timeZone)}` : ''}`,
    first: `${organizer} has chosen the time of this meeting.`,
  }),
  moved: (organizer, { title, confirmedAt, timeZone }) => ({
    subject: `New time: ${title}${confirmedAt ? `, ${describeStart(confirmedAt, timeZone)}` : ''}`,
    first: `${organizer} has moved this meeting.`,
  }),
  reopened: (organizer, { title }) => ({
    subject: `Cancelled: ${title}`,
    first: `${organizer} has taken the time of this meeting back. A new time is looked for.`,
  }),
  cancelled: (organizer, { title }) => ({
    subject: `Cancelled: ${title}`,
    first: `${organizer} has cancelled this meeting.`,
  }),
  withdrawn: (organizer, { title }) => ({
    subject: `Withdrawn: ${title}`,
    first: `${organizer} has withdrawn this meeting request. No answer is needed.`,
  }),
};

function describeMeeting(kind: AttendeeMailKind, meeting: StoredMeeting, organizer: string): string {
  const { title, location, timeZone, confirmedAt } = meeting;
  const times = confirmedAt ? [confirmedAt] : meeting.times;
  const describe = (time: Date) => describeTimes(time, getEnd(meeting, time), timeZone);
  return [
    title,
    `With ${organizer}, ${describeDuration(meeting.durationMinutes)}`,
    ...(location ? [`Where: ${location}`] : []),
    ...(times.length === 1 || kind === 'withdrawn'
      ? times.map(describe)
      : ['Proposed times:', ...times.map((time) => `- ${describe(time)}`)]),
  ].join('\n');
}

/** `1 hour 30 minutes`. */
function describeDuration(minutes: number): string {
  const count = (number: number, unit: string) =>
    number === 0 ? [] : [`${number} ${unit}${number === 1 ? '' : 's'}`];
  return [...count(Math.floor(minutes / 60), 'hour'), ...count(minutes % 60, 'minute')].join(' ');
}

const ANSWERS = {
  accept: 'can come',
  maybe: 'might come',
  decline: 'declines',
  propose: 'proposes other times',
} as const;

/** The mail to the organizer with several answers. */
export function toOrganizerMail(
  { meeting, organizer, now }: InvitationContext,
  answered: readonly StoredAttendee[],
  url: string,
): MeetingMail {
  const [first] = answered;
  const who = first && answered.length === 1 ? toPublicName(first) : `${answered.length} people`;
  return {
    key: `meeting-answers ${meeting.id} ${now.toISOString()}`,
    message: {
      to: organizer.email,
      ...(first && answered.length === 1 && { replyTo: first.email }),
      subject: `${who} answered: ${meeting.title}`,
      text: paragraphs([
        `Hello ${organizer.name},`,
        `there ${answered.length === 1 ? 'is an answer' : 'are answers'} to your meeting request '${meeting.title}'.`,
        ...answered.map((attendee) => describeAnswer(attendee, meeting)),
        url,
      ]),
    },
  };
}

function describeAnswer(attendee: StoredAttendee, { timeZone }: StoredMeeting): string {
  const { email, answer, answerTimes, reason } = attendee;
  return [
    `${toPublicName(attendee)} (${email}) ${answer ? ANSWERS[answer] : ''}`,
    ...answerTimes.map((time) => `- ${describeStart(time, timeZone)}`),
    ...(reason ? [reason] : []),
  ].join('\n');
}
