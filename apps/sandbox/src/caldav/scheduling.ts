import ICAL from 'ical.js';
import type { GuestMail } from '../mail/inbox.ts';

interface Person {
  readonly email: string;
  readonly participation: string;
  /** SCHEDULE-AGENT: whether the server informs this guest (RFC 6638 §7.1). */
  readonly isOurs: boolean;
}

interface Meeting {
  readonly summary: string;
  readonly organizer: string;
  readonly guests: readonly Person[];
  /** The properties whose change guests are notified of. */
  readonly notified: string;
}

/**
 * The mails that a server sends by itself when its user writes an event (RFC 6638 §3.2): to the guests whom the user
 * invites, or an answer to somebody else who invited the user. Null stands for an event that does not exist.
 */
export function listSchedulingMails(user: string, before: string | null, after: string | null): GuestMail[] {
  const [was, is] = [before, after].map((text) => (text === null ? null : readMeeting(text)));
  const summary = is?.summary ?? was?.summary ?? '';
  const toMail = (to: string, what: string): GuestMail => ({
    to,
    from: user,
    subject: `${what}: ${summary}`,
    text: summary,
  });
  if ((is ?? was)?.organizer !== user) {
    const answer = is?.guests.find(({ email }) => email === user);
    const earlier = was?.guests.find(({ email }) => email === user);
    if (!is || !answer || answer.participation === (earlier?.participation ?? 'NEEDS-ACTION')) return [];
    return [toMail(is.organizer, ANSWERS[answer.participation] ?? 'Answered')];
  }
  const [had, has] = [listGuests(was, user), listGuests(is, user)];
  return [
    ...has
      .filter((email) => !had.includes(email) || was?.notified !== is?.notified)
      .map((email) => toMail(email, had.includes(email) ? 'Updated invitation' : 'Invitation')),
    ...had.filter((email) => !has.includes(email)).map((email) => toMail(email, 'Canceled event')),
  ];
}

const ANSWERS: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  TENTATIVE: 'Maybe',
  DECLINED: 'Declined',
};

function listGuests(meeting: Meeting | null | undefined, user: string): string[] {
  return (meeting?.guests ?? [])
    .filter(({ email, isOurs }) => isOurs && email !== user)
    .map(({ email }) => email);
}

function readMeeting(text: string): Meeting | null {
  const events = readEvents(text);
  const [first] = events;
  if (!first) return null;
  const people = events.flatMap((event) => event.getAllProperties('attendee'));
  const guests = people.map((person) => ({
    email: toAddress(person.getFirstValue()),
    participation: String(person.getParameter('partstat') ?? 'NEEDS-ACTION'),
    isOurs: String(person.getParameter('schedule-agent') ?? 'SERVER').toUpperCase() === 'SERVER',
  }));
  return {
    summary: String(first.getFirstPropertyValue('summary') ?? ''),
    organizer: toAddress(first.getFirstPropertyValue('organizer')),
    guests: [...new Map(guests.map((guest) => [guest.email, guest])).values()],
    notified: events.map(toNotifiedText).join('\n'),
  };
}

/** A server stores what it cannot read. */
function readEvents(text: string): ICAL.Component[] {
  try {
    return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  } catch {
    return [];
  }
}

function toNotifiedText(event: ICAL.Component): string {
  return ['summary', 'dtstart', 'dtend', 'rrule', 'exdate', 'location', 'recurrence-id']
    .flatMap((name) => event.getAllProperties(name).map((property) => property.toICALString()))
    .join('\n');
}

function toAddress(value: unknown): string {
  return typeof value === 'string' ? value.replace(/^mailto:/i, '').toLowerCase() : '';
}
