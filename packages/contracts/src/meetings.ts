import { z } from 'zod';
import { PublicProfile } from './account.ts';
import { endpoint } from './endpoint.ts';
import {
  EmailAddress,
  Id,
  Instant,
  LocalDate,
  line,
  optionalPublicLine,
  requiredPublicLine,
  succeeded,
  TimeZone,
} from './values.ts';

export const MAX_ATTENDEES = 50;
/** The most times of one request, and of one counter-proposal. */
export const MAX_TIMES = 20;
export const MAX_PROPOSED_TIMES = 5;

const Minutes = z.int().min(5).max(1_440);
const MeetingTitle = requiredPublicLine(200);
const Message = z.string().trim().max(2_000);
/** Starts, each one once. */
const times = (most: number) =>
  z
    .array(Instant)
    .min(1)
    .max(most)
    .refine((all) => new Set(all.map((time) => Date.parse(time))).size === all.length, {
      message: 'must not contain a time twice',
    });

/** An email address, with or without a name. */
const Invitee = z.union([
  EmailAddress.transform((email) => ({ email, name: '' })),
  z.object({ email: EmailAddress, name: optionalPublicLine(120) }),
]);

/**
 * What an attendee says. `accept`: the chosen times suit, or all of them. `propose`: none of them, but others.
 */
export const meetingAnswers = ['accept', 'maybe', 'decline', 'propose'] as const;
export type MeetingAnswer = (typeof meetingAnswers)[number];

/**
 * How far the request is with one attendee. `expired`: the last time or the date to answer by has passed without
 * an answer. `withdrawn`: the organizer withdrew the request.
 */
export const invitationStates = ['sent', 'viewed', 'answered', 'expired', 'withdrawn'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** `open`: answers are still wanted. `confirmed`: the organizer has chosen a time. */
export const meetingStates = ['open', 'confirmed', 'expired', 'withdrawn'] as const;
export type MeetingState = (typeof meetingStates)[number];

export const NewMeetingRequest = z
  .object({
    title: MeetingTitle,
    durationMinutes: Minutes,
    /** The starts that are proposed. Several make it a poll. */
    times: times(MAX_TIMES),
    attendees: z
      .array(Invitee)
      .min(1)
      .max(MAX_ATTENDEES)
      .refine((all) => new Set(all.map(({ email }) => email.toLowerCase())).size === all.length, {
        message: 'must not contain an address twice',
      }),
    message: Message.default(''),
    location: optionalPublicLine(300),
    timeZone: TimeZone,
    /** Attendees see each other's answers, but never their reasons. */
    showsAnswers: z.boolean().default(false),
    /** The last day to answer, in `timeZone`; by default until the last time begins. */
    answerBy: LocalDate.nullable().default(null),
  })
  .meta({ id: 'NewMeetingRequest' });
export type NewMeetingRequest = z.output<typeof NewMeetingRequest>;

/** One attendee as the organizer sees them. */
export const MeetingAttendee = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    state: z.enum(invitationStates),
    answer: z.enum(meetingAnswers).nullable(),
    /** The times that suit (`accept`, `maybe`), or those that the attendee proposes. */
    times: z.array(Instant),
    reason: z.string(),
    answeredAt: Instant.nullable(),
    remindedAt: Instant.nullable(),
    /** The attendee's own page. Anybody who has the address can answer. */
    url: z.string(),
    /** The short link to that page. It ends 30 days after the meeting, or after the last proposed time. */
    shortUrl: z.string(),
    /** How often the short link was opened. */
    linkUses: z.int(),
  })
  .meta({ id: 'MeetingAttendee' });
export type MeetingAttendee = z.infer<typeof MeetingAttendee>;

/** One proposed time with its votes. */
export const MeetingTime = z
  .object({
    startsAt: Instant,
    endsAt: Instant,
    accepted: z.int(),
    maybe: z.int(),
    /** The one that suits most attendees; the earliest of those. */
    isBest: z.boolean(),
    /** Whether the organizer is free then. */
    isFree: z.boolean(),
  })
  .meta({ id: 'MeetingTime' });
export type MeetingTime = z.infer<typeof MeetingTime>;

/** A meeting request as its organizer sees it. */
export const MeetingRequest = z
  .object({
    id: Id,
    slug: z.string(),
    title: z.string(),
    message: z.string(),
    location: z.string(),
    durationMinutes: z.int(),
    timeZone: z.string(),
    state: z.enum(meetingStates),
    times: z.array(MeetingTime),
    attendees: z.array(MeetingAttendee),
    showsAnswers: z.boolean(),
    answerBy: LocalDate.nullable(),
    /** The start that the organizer chose. */
    confirmedAt: Instant.nullable(),
    createdAt: Instant,
    /** Until then nothing has been mailed, and the request can be withdrawn without a trace. */
    sendsAt: Instant,
  })
  .meta({ id: 'MeetingRequest' });
export type MeetingRequest = z.infer<typeof MeetingRequest>;

/** What an attendee sees of a request. */
export const AttendeeEvent = z
  .object({
    title: z.string(),
    message: z.string(),
    location: z.string(),
    organizer: PublicProfile,
    durationMinutes: z.int(),
    times: z.array(Instant),
    /** The state of this attendee's invitation; `confirmed` once the organizer has chosen a time. */
    state: z.enum([...invitationStates, 'confirmed']),
    /** The chosen start, when the state is `confirmed`. */
    startsAt: Instant.nullable(),
    timeZone: z.string(),
    answerBy: LocalDate.nullable(),
    canAnswer: z.boolean(),
  })
  .meta({ id: 'AttendeeEvent' });
export type AttendeeEvent = z.infer<typeof AttendeeEvent>;

const attendeePage = {
  event: AttendeeEvent,
  /** What this attendee has answered. */
  answer: z.enum(meetingAnswers).nullable(),
  /** The times that suit the attendee, or that the attendee proposes. */
  answerTimes: z.array(Instant),
  reason: z.string(),
  name: z.string(),
  /** The others and their answers, where the organizer allows it. */
  attendees: z
    .array(
      z.object({
        name: z.string(),
        answer: z.enum(meetingAnswers).nullable(),
        times: z.array(Instant),
        isYou: z.boolean(),
      }),
    )
    .optional(),
};

const AttendeePath = z.object({
  eventSlug: z.string().max(120),
  /** A capability: 128 random bits or more. */
  attendeeId: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/),
});
const ById = z.object({ id: Id });
const withRequest = z.object({ ...succeeded, meetingRequest: MeetingRequest });
/** A change that can be undone with `POST /commands/:id/undo`; null when nothing changed. */
const changedRequest = withRequest.extend({ commandId: Id.nullable() });

export const meetingsApi = {
  create: endpoint({
    method: 'POST',
    path: '/meeting-requests',
    summary: 'Propose one or several times to several people; the mails are sent after 30 seconds',
    access: 'user',
    scope: 'write:meetings',
    body: NewMeetingRequest,
    response: changedRequest,
  }),
  list: endpoint({
    method: 'GET',
    path: '/meeting-requests',
    summary: 'Your meeting requests, the newest first',
    access: 'user',
    scope: 'read:meetings',
    query: z.object({
      when: z.enum(['open', 'closed', 'all']).default('open'),
      limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
      /** From the response before. */
      after: z.string().max(200).optional(),
    }),
    response: z.object({
      ...succeeded,
      meetingRequests: z.array(MeetingRequest),
      after: z.string().nullable(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/meeting-requests/:id',
    summary: 'One of your meeting requests with all answers',
    access: 'user',
    scope: 'read:meetings',
    params: ById,
    response: withRequest,
  }),
  addTimes: endpoint({
    method: 'POST',
    path: '/meeting-requests/:id/times',
    summary: 'Propose more times, such as one that an attendee proposed; everybody is asked again',
    access: 'user',
    scope: 'write:meetings',
    params: ById,
    body: z.object({ times: times(MAX_TIMES) }),
    response: withRequest,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/meeting-requests/:id/confirm',
    summary: 'Choose a time: the event is made, and everybody gets an invitation file',
    access: 'user',
    scope: 'write:meetings',
    params: ById,
    body: z.object({ startsAt: Instant }),
    response: changedRequest,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/meeting-requests/:id/remind',
    summary: 'Remind those who have not answered, at most once a day each',
    access: 'user',
    scope: 'write:meetings',
    params: ById,
    response: z.object({ ...succeeded, meetingRequest: MeetingRequest, reminded: z.int() }),
  }),
  renewLink: endpoint({
    method: 'POST',
    path: '/meeting-requests/:id/attendees/:attendeeId/link',
    summary: 'Give an attendee a new link and mail it; the earlier one ends',
    access: 'user',
    scope: 'write:meetings',
    params: z.object({ id: Id, attendeeId: Id }),
    response: z.object({ ...succeeded, meetingRequest: MeetingRequest }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/meeting-requests/:id/withdraw',
    summary: 'Take a request back, or cancel the confirmed meeting; everyone who got a mail gets another one',
    access: 'user',
    scope: 'write:meetings',
    params: ById,
    body: z.object({ message: Message.default('') }),
    response: changedRequest,
  }),
  suggestTimes: endpoint({
    method: 'POST',
    path: '/meeting-requests/suggestions',
    summary: 'The best common times, as far as free times are known',
    access: 'user',
    scope: 'read:meetings',
    body: z.object({
      durationMinutes: Minutes,
      from: Instant,
      to: Instant,
      attendees: z.array(EmailAddress).max(MAX_ATTENDEES),
      timeZone: TimeZone,
    }),
    response: z.object({
      ...succeeded,
      times: z.array(
        z.object({
          startsAt: Instant,
          endsAt: Instant,
          /** Addresses of those who are free. */
          free: z.array(z.string()),
          /** Addresses of those who are busy. */
          busy: z.array(z.string()),
        }),
      ),
      /** Addresses of those whose free time is not known. */
      unknown: z.array(z.string()),
    }),
  }),
  completeAttendees: endpoint({
    method: 'GET',
    path: '/people',
    summary: 'People you have met, whose name or address contains a text, the most frequent first',
    access: 'user',
    scope: 'read:meetings',
    query: z.object({
      search: line(100).default(''),
      limit: z.coerce.number().pipe(z.int().min(1).max(50)).default(8),
    }),
    response: z.object({
      ...succeeded,
      people: z.array(z.object({ email: z.string(), name: z.string() })),
    }),
  }),
  readInvitation: endpoint({
    method: 'GET',
    path: '/event/:eventSlug/:attendeeId',
    summary: 'A meeting request, for one attendee by capability link',
    access: 'public',
    params: AttendeePath,
    response: z.object({ ...succeeded, ...attendeePage }),
  }),
  answerInvitation: endpoint({
    method: 'POST',
    path: '/event/:eventSlug/:attendeeId',
    summary: 'Answer a meeting request; the answer can be changed until the meeting begins',
    access: 'public',
    params: AttendeePath,
    body: z.object({
      answer: z.enum(meetingAnswers),
      reason: z.string().trim().max(1_000).default(''),
      /** For `accept` and `maybe` those that suit, by default all; for `propose` others. */
      times: times(MAX_TIMES).optional(),
    }),
    response: z.object({ ...succeeded, ...attendeePage }),
  }),
  downloadInvitation: endpoint({
    method: 'GET',
    path: '/event/:eventSlug/:attendeeId/invitation.ics',
    summary: 'The meeting as an iCalendar file, once its time is known',
    access: 'public',
    media: 'text/calendar',
    params: AttendeePath,
    response: z.string(),
  }),
};
