import { z } from 'zod';
import { PublicProfile } from './account.ts';
import { attendeeStatuses, guestAnswers } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { Instant, LocalDate, succeeded } from './values.ts';

/** `cancelled`: the event was deleted, or the guest is no longer invited. `over`: its last time has passed. */
export const guestPageStates = ['open', 'over', 'cancelled'] as const;

/** What a guest sees of an event. */
export const GuestEvent = z
  .object({
    title: z.string(),
    description: z.string(),
    location: z.string(),
    organizer: PublicProfile,
    /** For a series, its next occurrence. */
    startsAt: Instant,
    endsAt: Instant,
    /** All-day only: the first date and the date after the last one. */
    startsOn: LocalDate.nullable(),
    endsOn: LocalDate.nullable(),
    isRecurring: z.boolean(),
    guests: z.array(z.object({ name: z.string(), status: z.enum(attendeeStatuses), isYou: z.boolean() })),
  })
  .meta({ id: 'GuestEvent' });
export type GuestEvent = z.infer<typeof GuestEvent>;

const guestPage = {
  state: z.enum(guestPageStates),
  title: z.string(),
  /** Null once the event is cancelled. */
  event: GuestEvent.nullable(),
  answer: z.enum(attendeeStatuses),
};

/** A capability: 192 random bits. */
const GuestPath = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/) });

export const invitationsApi = {
  read: endpoint({
    method: 'GET',
    path: '/invitations/:token',
    summary: 'An event, for one of its guests by capability link',
    access: 'public',
    params: GuestPath,
    response: z.object({ ...succeeded, ...guestPage }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/invitations/:token',
    summary: 'Answer an invitation; the answer can be changed until the event is over',
    access: 'public',
    params: GuestPath,
    body: z.object({ answer: z.enum(guestAnswers) }),
    response: z.object({ ...succeeded, ...guestPage }),
  }),
  receiveMail: endpoint({
    method: 'POST',
    path: '/inbound/mail',
    summary: "A mail with a guest's answer (iMIP), from the mail server that received it",
    access: 'public',
    media: 'message/rfc822',
    response: z.object({ ...succeeded, recorded: z.int() }),
  }),
};
