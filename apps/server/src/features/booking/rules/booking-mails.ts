import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import type { InvitedPerson } from '#features/calendar/model/invitation.ts';
import { describeStart, describeTimes, paragraphs } from '#features/calendar/model/mail-text.ts';
import type { StoredBooking } from '../model/booking.ts';
import { type BookingInvitation, writeBookingInvitation } from './invitation.ts';

/** What a mail about a booking says has happened. */
export type BookingMailKind =
  | 'email_to_confirm'
  | 'requested'
  | 'confirmed'
  | 'linked'
  | 'unlinked'
  | 'moved'
  | 'cancelled'
  /** The visitor cancelled what was never confirmed. */
  | 'request_cancelled'
  | 'declined';

/** A mail to be sent at a time. The key is the same for the same kind and state. */
export interface BookingMail {
  readonly key: string;
  readonly sendAt: Date;
  readonly message: Message;
}

interface Message {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string };
}

/** One host with what a mail to this host needs. */
export interface MailHost extends InvitedPerson {
  readonly acceptsMail: boolean;
  readonly timeZone: string;
  readonly bookingsUrl: string;
}

export interface MailContext extends Pick<BookingInvitation, 'domain' | 'productName' | 'now' | 'replyTo'> {
  readonly booking: StoredBooking;
  readonly hosts: readonly [MailHost, ...MailHost[]];
  /** The visitor's link to the booking. */
  readonly manageUrl: string;
  /** The link that confirms the address. */
  readonly confirmUrl: string | null;
  readonly by: 'host' | 'visitor';
  /** The host who did it; null if it was the visitor or nobody. */
  readonly actor: MailHost | null;
}

const REMIND_BEFORE_MS = DAY_MS;
/** A conference link is usually made within a minute, and belongs in the first mail. */
const WAIT_FOR_LINK_MS = 2 * MINUTE_MS;
/** Mails with an invitation that the visitor and the guests add to their calendars. */
const INVITING: readonly BookingMailKind[] = ['confirmed', 'linked', 'moved'];
const ENDING: readonly BookingMailKind[] = ['cancelled', 'request_cancelled', 'declined'];

/**
 * The mails about a booking: to the visitor, to guests, and to hosts about what the visitor did. A confirmed
 * booking has a reminder a day before.
 */
export function listBookingMails(kind: BookingMailKind, context: MailContext): BookingMail[] {
  const { booking, hosts, now, by } = context;
  const mails: BookingMail[] = [];
  const add = (name: string, message: Message, sendAt = now) => {
    const key = `booking ${booking.id} ${name} ${booking.sequence}`;
    mails.push({ key, message, sendAt });
  };
  const isEarly = kind === 'confirmed' && booking.details.awaitsLink;
  const sendAt = isEarly ? new Date(now.getTime() + WAIT_FOR_LINK_MS) : now;
  if (kind !== 'unlinked') add(`${kind} visitor`, toVisitor(kind, context), sendAt);
  if (isForGuests(kind)) {
    for (const guest of booking.details.guests) add(`${kind} guest`, toGuest(kind, context, guest), sendAt);
  }
  if (by === 'visitor' && kind !== 'email_to_confirm')
    for (const host of hosts) if (host.acceptsMail) add(`${kind} host`, toHost(kind, context, host));
  for (const host of hosts)
    if (context.actor && host !== context.actor && host.acceptsMail)
      add(`${kind} other host`, toOtherHost(kind, context, host, context.actor));
  const remindAt = new Date(booking.startsAt.getTime() - REMIND_BEFORE_MS);
  if (isReminded(kind) && remindAt > now) add('reminder', toReminder(context), remindAt);
  return mails;
}

/** Mails after which the booking takes place, so its reminder is sent. */
const isReminded = (kind: BookingMailKind) => INVITING.includes(kind) || kind === 'unlinked';

/** The reminder by text message. Texts are stored unencrypted, so it has no link that could change the booking. */
export function findReminderText(
  kind: BookingMailKind,
  { booking, productName }: Pick<MailContext, 'booking' | 'productName'>,
) {
  const { id, title, startsAt, sequence, details } = booking;
  const { textTo, timeZone, location } = details;
  if (!textTo || !isReminded(kind)) return null;
  const place = location && !details.awaitsLink ? ` ${location}.` : '';
  const text = `${productName}: reminder of ${title}, ${describeStart(startsAt, timeZone)}.${place} Reply STOP to stop.`;
  return {
    key: `booking ${id} text ${sequence}`,
    message: { to: textTo, text, timeZone, usefulUntil: startsAt.toISOString() },
    dueAt: new Date(startsAt.getTime() - REMIND_BEFORE_MS),
  };
}

const VISITOR_TEXTS: Record<Exclude<BookingMailKind, 'unlinked'>, { subject: string; first: string }> = {
  email_to_confirm: {
    subject: 'Confirm your booking',
    first: 'please confirm your email address, so that this time is yours:',
  },
  requested: { subject: 'Request sent', first: 'your request was sent. You get a mail when it is answered.' },
  confirmed: { subject: 'Confirmed', first: 'your booking is confirmed.' },
  linked: { subject: 'Link', first: 'here is the link for your booking.' },
  moved: { subject: 'New time', first: 'your booking has a new time.' },
  cancelled: { subject: 'Cancelled', first: 'this booking was cancelled.' },
  request_cancelled: { subject: 'Cancelled', first: 'your request was cancelled.' },
  declined: { subject: 'Declined', first: 'your request was declined.' },
};

function toVisitor(kind: keyof typeof VISITOR_TEXTS, context: MailContext): Message {
  const { booking, hosts, manageUrl, confirmUrl } = context;
  const { subject, first } = VISITOR_TEXTS[kind];
  const { cancelMessage } = booking.details;
  const isOver = ENDING.includes(kind);
  return {
    to: booking.email,
    replyTo: hosts[0].email,
    subject: `${subject}: ${booking.title}, ${describeStart(booking.startsAt, booking.details.timeZone)}`,
    text: paragraphs([
      `Hello ${booking.name},`,
      first,
      kind === 'email_to_confirm' ? confirmUrl : null,
      describeBooking(booking, booking.details.timeZone, hosts),
      isOver && cancelMessage ? `Message: ${cancelMessage}` : null,
      isOver ? null : `To move or cancel it: ${manageUrl}`,
    ]),
    ...findInvitation(kind, context),
  };
}

type GuestMailKind = keyof typeof GUEST_TEXTS;
const isForGuests = (kind: BookingMailKind): kind is GuestMailKind => kind in GUEST_TEXTS;

const GUEST_TEXTS = {
  linked: () => 'here is the link for a meeting that you were invited to.',
  confirmed: (name: string) => `${name} has invited you to a meeting.`,
  moved: () => 'a meeting that you were invited to has a new time.',
  cancelled: () => 'a meeting that you were invited to was cancelled.',
};

function toGuest(kind: GuestMailKind, context: MailContext, guest: string): Message {
  const { booking, hosts } = context;
  return {
    to: guest,
    replyTo: booking.email,
    subject: `${VISITOR_TEXTS[kind].subject}: ${booking.title}, ${describeStart(booking.startsAt, booking.details.timeZone)}`,
    text: paragraphs([
      'Hello,',
      GUEST_TEXTS[kind](booking.name),
      describeBooking(booking, booking.details.timeZone, hosts),
    ]),
    ...findInvitation(kind, context),
  };
}

const HOST_TEXTS: Partial<Record<BookingMailKind, (name: string) => { subject: string; first: string }>> = {
  requested: (name) => ({
    subject: 'Request',
    first: `${name} asks for a meeting. Accept or decline it here:`,
  }),
  confirmed: (name) => ({ subject: 'New booking', first: `${name} has booked a meeting with you.` }),
  moved: (name) => ({ subject: 'Moved', first: `${name} has moved a meeting with you.` }),
  unlinked: (name) => ({
    subject: 'No link',
    first: `your calendar has not made a link for the meeting with ${name}. Reply to this mail to send one.`,
  }),
  cancelled: (name) => ({ subject: 'Cancelled', first: `${name} has cancelled a meeting with you.` }),
  request_cancelled: (name) => ({
    subject: 'Cancelled',
    first: `${name} no longer asks for a meeting with you.`,
  }),
};

function toHost(kind: BookingMailKind, { booking, hosts }: MailContext, host: MailHost): Message {
  const text = HOST_TEXTS[kind]?.(booking.name) ?? { subject: 'Booking', first: '' };
  const { notes, answers, phone, cancelMessage } = booking.details;
  return {
    to: host.email,
    replyTo: booking.email,
    subject: `${text.subject}: ${booking.title}, ${describeStart(booking.startsAt, host.timeZone)}`,
    text: paragraphs([
      `Hello ${host.name},`,
      text.first,
      describeBooking(booking, host.timeZone, hosts),
      `${booking.name}, ${booking.email}${phone ? `, ${phone}` : ''}`,
      answers.map(({ label, answer }) => `${label}: ${answer}`).join('\n') || null,
      notes ? `Notes: ${notes}` : null,
      ENDING.includes(kind) && cancelMessage ? `Message: ${cancelMessage}` : null,
      host.bookingsUrl,
    ]),
  };
}

const OTHER_HOST_TEXTS: Partial<Record<BookingMailKind, { subject: string; verb: string }>> = {
  confirmed: { subject: 'Confirmed', verb: 'has accepted' },
  moved: { subject: 'Moved', verb: 'has moved' },
  cancelled: { subject: 'Cancelled', verb: 'has cancelled' },
  declined: { subject: 'Declined', verb: 'has declined' },
};

/** To a host about what another host of the same booking did. */
function toOtherHost(
  kind: BookingMailKind,
  { booking, hosts }: MailContext,
  host: MailHost,
  actor: MailHost,
): Message {
  const { subject, verb } = OTHER_HOST_TEXTS[kind] ?? { subject: 'Booking', verb: 'has changed' };
  const { cancelMessage } = booking.details;
  const isOver = ENDING.includes(kind);
  return {
    to: host.email,
    replyTo: actor.email,
    subject: `${subject}: ${booking.title}, ${describeStart(booking.startsAt, host.timeZone)}`,
    text: paragraphs([
      `Hello ${host.name},`,
      `${actor.name} ${verb} a meeting of both of you with ${booking.name}. The visitor was notified.`,
      describeBooking(booking, host.timeZone, hosts),
      isOver && cancelMessage ? `Message: ${cancelMessage}` : null,
      host.bookingsUrl,
    ]),
  };
}

function toReminder(context: MailContext): Message {
  const { booking, hosts, manageUrl } = context;
  return {
    to: booking.email,
    replyTo: hosts[0].email,
    subject: `Reminder: ${booking.title}, ${describeStart(booking.startsAt, booking.details.timeZone)}`,
    text: paragraphs([
      `Hello ${booking.name},`,
      'this is a reminder of your booking.',
      describeBooking(booking, booking.details.timeZone, hosts),
      `To move or cancel it: ${manageUrl}`,
    ]),
  };
}

function findInvitation(kind: BookingMailKind, context: MailContext): Pick<Message, 'invitation'> {
  const { booking, hosts } = context;
  const method = kind === 'cancelled' ? 'CANCEL' : INVITING.includes(kind) ? 'REQUEST' : null;
  if (!method) return {};
  const description = describeForCalendar(booking, context.manageUrl);
  return {
    invitation: {
      method,
      text: writeBookingInvitation({ ...context, organizer: hosts[0], description }, method),
    },
  };
}

/** The description of the event in the visitor's calendar. */
export function describeForCalendar({ details }: StoredBooking, manageUrl: string): string {
  return paragraphs([details.notes || null, `To move or cancel it: ${manageUrl}`]);
}

function describeBooking(booking: StoredBooking, timeZone: string, hosts: readonly InvitedPerson[]): string {
  return [
    booking.title,
    describeTimes(booking.startsAt, booking.endsAt, timeZone),
    `With ${hosts.map(({ name }) => name).join(', ')}`,
    ...(booking.details.location ? [`Where: ${describeWhere(booking)}`] : []),
  ].join('\n');
}

function describeWhere({ details: { location, awaitsLink } }: StoredBooking): string {
  return awaitsLink ? `${location}. The link follows in another mail.` : location;
}
