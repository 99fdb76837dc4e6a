import { z } from 'zod';
import { PublicProfile } from './account.ts';
import { guestAnswers } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import {
  conferences,
  EventType,
  EventTypeChange,
  MAX_EVENT_TYPES,
  NewEventType,
  PublicEventType,
  Slug,
} from './event-types.ts';
import {
  EmailAddress,
  Id,
  INVALID_CODE,
  Instant,
  LocalDate,
  line,
  requiredPublicLine,
  succeeded,
  TimeZone,
} from './values.ts';

/** The most hosts of one link. */
export const MAX_HOSTS = 10;
export const MAX_GUESTS = 10;
/** The longest range of one request for slots. */
export const MAX_SLOT_DAYS = 62;
/** How many other times are offered when one is taken. */
export const ALTERNATIVES = 3;

/**
 * Why a slot harms the host's plan little or much. The codes name no task and no event.
 * `no_planned_work`: no planned work has to move. `moves_work`: planned work moves. `next_to_meeting`: it
 * begins or ends where another meeting does. `splits_free_time`: it leaves a piece of free time that is too
 * short to work in. `keeps_free_time`: it leaves the longest free stretch of the day whole.
 */
export const slotReasons = [
  'no_planned_work',
  'moves_work',
  'next_to_meeting',
  'splits_free_time',
  'keeps_free_time',
] as const;
export type SlotReason = (typeof slotReasons)[number];

/** A start that can be booked. `rank` 1 is the best one of the response. */
export const Slot = z
  .object({
    startsAt: Instant,
    endsAt: Instant,
    rank: z.int(),
    preferred: z.boolean(),
    reasons: z.array(z.enum(slotReasons)),
  })
  .meta({ id: 'Slot' });
export type Slot = z.infer<typeof Slot>;

/** `HELD`: kept while somebody fills in the form. `PENDING`: waits for the host or for a confirmed address. */
export const bookingStatuses = ['HELD', 'PENDING', 'CONFIRMED', 'CANCELLED'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** A username, or up to ten joined by `+`. */
const HostNames = z
  .string()
  .trim()
  .toLowerCase()
  .max(310)
  .regex(/^[a-z0-9-]+(?:\+[a-z0-9-]+)*$/, 'must be usernames joined by +');

const Answers = z.record(z.string().max(40), z.string().trim().max(2_000));

const choice = {
  username: HostNames,
  /** The slug of an event type. Without one, the host's first counts. */
  eventType: Slug.optional(),
  startsAt: Instant,
  durationMinutes: z.int().min(5).max(720).optional(),
  timeZone: TimeZone,
};

export const NewBooking = z
  .object({
    ...choice,
    name: requiredPublicLine(120),
    email: EmailAddress,
    phone: line(40).optional(),
    /** A reminder by text message, with consent, to the number that the check has verified. */
    textReminder: z.object({ check: z.string().max(64), consent: z.literal(true) }).optional(),
    notes: z.string().trim().max(4_000).default(''),
    guests: z.array(EmailAddress).max(MAX_GUESTS).default([]),
    /** By the id of the question. */
    answers: Answers.default({}),
    holdId: Id.optional(),
    /** The token of a one-time link. */
    link: z.string().max(64).optional(),
    /** Asks for a time that is not offered: the host has to accept it. Minutes are multiples of 5. */
    isRequest: z.boolean().default(false),
    /** Left empty by people; programs fill in every field. */
    website: z.string().max(500).optional(),
  })
  .meta({ id: 'NewBooking' });
export type NewBooking = z.output<typeof NewBooking>;

export const BookingMade = z
  .object({
    id: Id,
    status: z.enum(bookingStatuses),
    startsAt: Instant,
    endsAt: Instant,
    /** The capability link: with it, the booking can be moved and cancelled. */
    manageUrl: z.string(),
  })
  .meta({ id: 'BookingMade' });
export type BookingMade = z.infer<typeof BookingMade>;

const bookingFields = {
  id: Id,
  status: z.enum(bookingStatuses),
  startsAt: Instant,
  endsAt: Instant,
  title: z.string(),
  eventType: z.string(),
  timeZone: z.string(),
  name: z.string(),
  email: z.string(),
  guests: z.array(z.string()),
  notes: z.string(),
  location: z.string(),
  /** The link of the conference is still being made. */
  awaitsLink: z.boolean(),
  cancelledBy: z.enum(['host', 'visitor']).nullable(),
  cancelMessage: z.string(),
  /** The visitor asked for a time that was not offered. */
  isRequest: z.boolean(),
};

/** A booking as the visitor sees it by its capability link. */
export const VisitorBooking = z
  .object({
    ...bookingFields,
    hosts: z.array(PublicProfile),
    /** The zone of the first host's hours; null if that account is gone. */
    hostTimeZone: z.string().nullable(),
    durationMinutes: z.int(),
    /** Waits for the visitor to confirm the email address. */
    needsEmail: z.boolean(),
    canChange: z.boolean(),
  })
  .meta({ id: 'VisitorBooking' });
export type VisitorBooking = z.infer<typeof VisitorBooking>;

/** A booking as its host sees it. */
export const HostBooking = z
  .object({
    ...bookingFields,
    phone: z.string().nullable(),
    answers: z.array(z.object({ label: z.string(), answer: z.string() })),
    /** What the visitor and the guests answered with their calendar programs. */
    replies: z.array(z.object({ email: z.string(), answer: z.enum(guestAnswers) })),
    isNoShow: z.boolean(),
    /** Waits for the visitor to confirm the email address, and cannot be approved before. */
    needsEmail: z.boolean(),
    /** The usernames of the other hosts of a link for several. */
    otherHosts: z.array(z.string()),
    createdAt: Instant,
  })
  .meta({ id: 'HostBooking' });
export type HostBooking = z.infer<typeof HostBooking>;

const BookingSettings = z.object({
  allowsSharedLinks: z.boolean(),
  /** What the calendar of new events can make; null if nothing. */
  conference: z.enum(conferences).nullable(),
});

/** What a short link `/p/TOKEN` leads to. */
export const LinkTarget = z
  .discriminatedUnion('kind', [
    /** A booking, for its visitor: `/booking/visits/TOKEN`. */
    z.object({ kind: z.literal('booking') }),
    /** An event type that can be booked once with this link. */
    z.object({ kind: z.literal('event_type'), host: PublicProfile, eventType: PublicEventType }),
    /** A page of the app, such as the task of a text message, or of a meeting request. It asks for what it asks everybody. */
    z.object({ kind: z.literal('page'), path: z.string() }),
  ])
  .meta({ id: 'LinkTarget' });
export type LinkTarget = z.infer<typeof LinkTarget>;

/** A link with which an event type can be booked once, as its host sees it. It is not shown again. */
export const OneTimeLink = z
  .object({
    id: Id,
    createdAt: Instant,
    expiresAt: Instant,
    /** How often it was used. */
    uses: z.int(),
  })
  .meta({ id: 'OneTimeLink' });
export type OneTimeLink = z.infer<typeof OneTimeLink>;

const Token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/) });
const ByHost = z.object({ id: z.string().max(310) });
const ById = z.object({ id: Id });
const Message = z.string().trim().max(1_000);

export const bookingApi = {
  listLinks: endpoint({
    method: 'GET',
    path: '/public-profile/links/:id',
    summary: 'What can be booked with a host: event types that are not hidden, with their addresses',
    access: 'public',
    params: ByHost,
    /** The slug of an event type that is listed even if it is hidden. */
    query: z.object({ type: z.string().max(60).optional() }),
    response: z.object({
      ...succeeded,
      hosts: z.array(PublicProfile),
      /** The zone of the host's hours. */
      timeZone: z.string(),
      eventTypes: z.array(PublicEventType),
    }),
  }),
  readQrCode: endpoint({
    method: 'GET',
    path: '/public-profile/qr/:id.svg',
    summary: 'The address of a public page as a QR code; `?type=` adds an event type',
    access: 'public',
    media: 'image/svg+xml',
    params: ByHost,
    query: z.object({ type: Slug.optional() }),
    response: z.string(),
  }),
  readQrPicture: endpoint({
    method: 'GET',
    path: '/public-profile/qr/:id.png',
    summary: 'The same QR code as a picture of 1024 pixels',
    access: 'public',
    media: 'image/png',
    params: ByHost,
    query: z.object({ type: Slug.optional() }),
    response: z.string(),
  }),
  readOEmbed: endpoint({
    method: 'GET',
    path: '/oembed',
    summary: 'How another site embeds a booking page (https://oembed.com), as JSON',
    access: 'public',
    query: z.object({
      /** The address of a booking page of this server. */
      url: z.string().max(2_000),
      maxwidth: z.coerce.number().pipe(z.int().min(1)).optional(),
      maxheight: z.coerce.number().pipe(z.int().min(1)).optional(),
      format: z.literal('json').optional(),
    }),
    response: z.object({
      ...succeeded,
      version: z.literal('1.0'),
      type: z.literal('rich'),
      title: z.string(),
      author_name: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  }),
  resolveLink: endpoint({
    method: 'GET',
    path: '/links/:token',
    summary: 'What a short link leads to; 404 when it does not work any more',
    access: 'public',
    params: Token,
    response: z.object({ ...succeeded, target: LinkTarget }),
  }),
  listSlots: endpoint({
    method: 'GET',
    path: '/booking/optimal-slots',
    summary: 'The starts that can be booked, in time order, ranked by least harm to the plan of the host',
    access: 'public',
    query: z.object({
      username: HostNames,
      eventType: Slug.optional(),
      /** An instant, or a date in `timeZone`. By default now. */
      from: z.union([Instant, LocalDate]).optional(),
      /** By default two weeks later; a date is included. */
      to: z.union([Instant, LocalDate]).optional(),
      timeZone: TimeZone.optional(),
      durationMinutes: z.coerce.number().pipe(z.int().min(5).max(720)).optional(),
    }),
    response: z.object({
      ...succeeded,
      slots: z.array(Slot),
      /** If there are no slots: the first start after the range, or null if there is none. */
      nextStartsAt: Instant.nullable().optional(),
    }),
  }),
  hold: endpoint({
    method: 'POST',
    path: '/booking/holds',
    summary: 'Keep a slot for a few minutes while the form is filled in',
    access: 'public',
    body: z.object({ ...choice, link: z.string().max(64).optional() }),
    response: z.object({ ...succeeded, hold: z.object({ id: Id, expiresAt: Instant }) }),
  }),
  releaseHold: endpoint({
    method: 'DELETE',
    path: '/booking/holds/:id',
    summary: 'Give a kept slot back',
    access: 'public',
    params: ById,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/booking/create',
    summary:
      'Book a slot; 409 `slot_taken` names the next ones. `Idempotency-Key` makes a repetition safe. Above unusual rates, 428 `proof_needed` asks for a proof of work.',
    access: 'public',
    body: NewBooking,
    response: z.object({ ...succeeded, booking: BookingMade }),
  }),
  startPhoneCheck: endpoint({
    method: 'POST',
    path: '/booking/phone-checks',
    summary: 'Send a six-digit code to the mobile number of a visitor who wants a reminder by text message',
    access: 'public',
    body: z.object({ ...choice, link: z.string().max(64).optional(), mobile: line(40).min(1) }),
    response: z.object({
      ...succeeded,
      /** The token that the other calls need. */
      check: z.string(),
      /** Seconds until another code may be requested. */
      resendInSeconds: z.int(),
    }),
  }),
  finishPhoneCheck: endpoint({
    method: 'POST',
    path: '/booking/phone-checks/:token/verify',
    summary: 'Verify the number of a visitor with the code that was sent to it',
    access: 'public',
    params: Token,
    body: z.object({
      otpCode: z
        .string()
        .trim()
        .regex(/^\d{6}$/, INVALID_CODE),
    }),
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  readBooking: endpoint({
    method: 'GET',
    path: '/booking/visits/:token',
    summary: 'A booking, by its capability link',
    access: 'public',
    params: Token,
    response: z.object({ ...succeeded, booking: VisitorBooking }),
  }),
  downloadInvitation: endpoint({
    method: 'GET',
    path: '/booking/visits/:token/invitation.ics',
    summary: 'A booking as an iCalendar file',
    access: 'public',
    media: 'text/calendar',
    params: Token,
    response: z.string(),
  }),
  cancelVisit: endpoint({
    method: 'POST',
    path: '/booking/visits/:token/cancel',
    summary: 'Cancel a booking as the visitor',
    access: 'public',
    params: Token,
    body: z.object({ message: Message.default('') }),
    response: z.object({ ...succeeded, booking: VisitorBooking }),
  }),
  moveVisit: endpoint({
    method: 'POST',
    path: '/booking/visits/:token/reschedule',
    summary: 'Move a booking to another slot as the visitor',
    access: 'public',
    params: Token,
    body: z.object({ startsAt: Instant, timeZone: TimeZone.optional() }),
    response: z.object({ ...succeeded, booking: VisitorBooking }),
  }),
  listVisitSlots: endpoint({
    method: 'GET',
    path: '/booking/visits/:token/slots',
    summary: 'The starts to which a booking can be moved',
    access: 'public',
    params: Token,
    query: z.object({
      from: z.union([Instant, LocalDate]).optional(),
      to: z.union([Instant, LocalDate]).optional(),
      timeZone: TimeZone.optional(),
    }),
    response: z.object({ ...succeeded, slots: z.array(Slot), nextStartsAt: Instant.nullable().optional() }),
  }),
  confirmVisit: endpoint({
    method: 'POST',
    path: '/booking/visits/:token/confirm-email',
    summary: 'Confirm the email address of a booking that waits for it',
    access: 'public',
    params: Token,
    body: z.object({ code: z.string().regex(/^[A-Za-z0-9_-]{22,64}$/) }),
    response: z.object({ ...succeeded, booking: VisitorBooking }),
  }),
  listOwnBusy: endpoint({
    method: 'GET',
    path: '/booking/own-busy',
    summary: 'When you are busy yourself, to compare with the times of a booking page',
    access: 'user',
    scope: 'read:calendar',
    query: z.object({
      from: z.union([Instant, LocalDate]).optional(),
      to: z.union([Instant, LocalDate]).optional(),
      timeZone: TimeZone.optional(),
    }),
    response: z.object({
      ...succeeded,
      /** Sorted; nothing overlaps. */
      busy: z.array(z.object({ startsAt: Instant, endsAt: Instant })),
    }),
  }),
  listEventTypes: endpoint({
    method: 'GET',
    path: '/event-types',
    summary: 'Your event types, in your order',
    access: 'user',
    scope: 'read:bookings',
    response: z.object({ ...succeeded, eventTypes: z.array(EventType) }),
  }),
  createEventType: endpoint({
    method: 'POST',
    path: '/event-types',
    summary: 'Add an event type',
    access: 'user',
    scope: 'write:bookings',
    body: NewEventType,
    response: z.object({ ...succeeded, eventType: EventType }),
  }),
  changeEventType: endpoint({
    method: 'PATCH',
    path: '/event-types/:id',
    summary: 'Change an event type; send only changed fields',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    body: EventTypeChange,
    response: z.object({ ...succeeded, eventType: EventType }),
  }),
  orderEventTypes: endpoint({
    method: 'PUT',
    path: '/event-types/order',
    summary: 'Put your event types in order; visitors see them in it',
    access: 'user',
    scope: 'write:bookings',
    body: z.object({ ids: z.array(Id).max(MAX_EVENT_TYPES) }),
    response: z.object({ ...succeeded, eventTypes: z.array(EventType) }),
  }),
  removeEventType: endpoint({
    method: 'DELETE',
    path: '/event-types/:id',
    summary: 'Remove an event type; its bookings stay',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  createOneTimeLink: endpoint({
    method: 'POST',
    path: '/event-types/:id/one-time-links',
    summary: 'Create a link with which an event type can be booked once',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    response: z.object({ ...succeeded, id: Id, url: z.string(), expiresAt: Instant }),
  }),
  listOneTimeLinks: endpoint({
    method: 'GET',
    path: '/event-types/:id/one-time-links',
    summary:
      'The one-time links of an event type that have neither expired nor been revoked, the newest first',
    access: 'user',
    scope: 'read:bookings',
    params: ById,
    response: z.object({ ...succeeded, links: z.array(OneTimeLink) }),
  }),
  revokeOneTimeLink: endpoint({
    method: 'DELETE',
    path: '/one-time-links/:id',
    summary: 'Revoke a one-time link: it leads nowhere from now on',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  getBookingSettings: endpoint({
    method: 'GET',
    path: '/booking-settings',
    summary: 'Settings of your booking page',
    access: 'user',
    scope: 'read:bookings',
    response: z.object({ ...succeeded, settings: BookingSettings }),
  }),
  changeBookingSettings: endpoint({
    method: 'PATCH',
    path: '/booking-settings',
    summary: 'Change settings of your booking page',
    access: 'user',
    scope: 'write:bookings',
    body: z.object({ allowsSharedLinks: z.boolean() }).partial(),
    response: z.object({ ...succeeded, settings: BookingSettings }),
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/bookings',
    summary: 'Bookings with you, by start',
    access: 'user',
    scope: 'read:bookings',
    query: z.object({
      when: z.enum(['upcoming', 'past', 'all']).default('upcoming'),
      /** Part of the name, the address or the title. */
      search: line(100).default(''),
      status: z.enum(['PENDING', 'CONFIRMED', 'CANCELLED', 'NOT_CANCELLED']).optional(),
      limit: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
      /** From the response before. */
      after: z.string().max(200).optional(),
    }),
    response: z.object({ ...succeeded, bookings: z.array(HostBooking), after: z.string().nullable() }),
  }),
  exportBookings: endpoint({
    method: 'GET',
    path: '/bookings/export.csv',
    summary: 'All bookings with you as a CSV file',
    access: 'user',
    scope: 'read:bookings',
    media: 'text/csv',
    response: z.string(),
  }),
  approveBooking: endpoint({
    method: 'POST',
    path: '/bookings/:id/approve',
    summary: 'Accept a booking that waits for you',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    response: z.object({ ...succeeded, booking: HostBooking }),
  }),
  cancelBooking: endpoint({
    method: 'POST',
    path: '/bookings/:id/cancel',
    summary: 'Cancel a booking, or decline one that waits for you, with a message',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    body: z.object({ message: Message.default('') }),
    response: z.object({ ...succeeded, booking: HostBooking }),
  }),
  markNoShow: endpoint({
    method: 'PUT',
    path: '/bookings/:id/no-show',
    summary: 'Say whether the visitor did not come',
    access: 'user',
    scope: 'write:bookings',
    params: ById,
    body: z.object({ isNoShow: z.boolean() }),
    response: z.object({ ...succeeded, booking: HostBooking }),
  }),
};
