import { z } from 'zod';
import { PublicProfile } from './account.ts';
import { guestAnswers } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import {
  DayWindows,
  EmailAddress,
  Id,
  INVALID_CODE,
  Instant,
  LocalDate,
  line,
  succeeded,
  TimeZone,
  WeeklyHours,
} from './values.ts';

/** The most event types of one host. */
export const MOST_EVENT_TYPES = 50;
/** The most hosts of one link. */
export const MOST_HOSTS = 10;
export const MOST_GUESTS = 10;
/** The longest range of one request for slots. */
export const MOST_SLOT_DAYS = 62;
/** How many other times are offered when one is taken. */
export const ALTERNATIVES = 3;

const Minutes = (least: number, most: number) => z.int().min(least).max(most);

/** The end of an address: `/ada/SLUG`. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/,
    'must be lower-case letters, digits and inner hyphens, at most 60',
  );

const WebAddress = z
  .url('must be an address that begins with https://')
  .max(500)
  .refine((url) => /^https?:\/\//i.test(url), 'must be an address that begins with https://');

/** The conference links that a connected calendar can make. */
export const conferences = ['google_meet', 'teams'] as const;
export type Conference = (typeof conferences)[number];
export const CONFERENCE_NAMES: Readonly<Record<Conference, string>> = {
  google_meet: 'Google Meet',
  teams: 'Microsoft Teams',
};

/**
 * Where a booking takes place. `phone`: the host calls the number that the visitor gives. `conference`: the calendar
 * of new events makes a link for each booking.
 */
export const EventLocation = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('place'), text: line(300).min(1) }),
    z.object({ kind: z.literal('link'), url: WebAddress }),
    z.object({ kind: z.literal('phone') }),
    z.object({ kind: z.literal('conference') }),
  ])
  .meta({ id: 'EventLocation' });
export type EventLocation = z.infer<typeof EventLocation>;

/** A question of the form. `choices` is for the kind `choice` only. */
export const BookingQuestion = z
  .object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
    label: line(200).min(1),
    kind: z.enum(['text', 'choice']),
    choices: z.array(line(100).min(1)).max(20).default([]),
    isRequired: z.boolean(),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, {
    path: ['choices'],
    message: 'must have at least 1 item',
  })
  .meta({ id: 'BookingQuestion' });
export type BookingQuestion = z.infer<typeof BookingQuestion>;

/** The hours of one date instead of its weekday's; an empty list closes the date. */
export const DateHours = z.object({ date: LocalDate, windows: DayWindows });
export type DateHours = z.infer<typeof DateHours>;

const eventTypeFields = {
  slug: Slug,
  title: line(120).min(1),
  description: z.string().trim().max(4_000),
  /** In minutes. The first one is the default. */
  durations: z
    .array(Minutes(5, 720))
    .min(1)
    .max(8)
    .refine((all) => new Set(all).size === all.length, 'must not contain a length twice'),
  location: EventLocation,
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #5CAAFF'),
  /** A hidden event type is not listed. It can be booked by its address. */
  isHidden: z.boolean(),
  /** Whether the host accepts each booking. */
  needsApproval: z.boolean(),
  /** Whether the visitor confirms the e-mail address before the booking counts. */
  confirmsEmail: z.boolean(),
  bufferBeforeMinutes: Minutes(0, 240),
  bufferAfterMinutes: Minutes(0, 240),
  minimumNoticeMinutes: Minutes(0, 43_200),
  /** How many days ahead can be booked. */
  horizonDays: Minutes(1, 365),
  /** Distance between the starts that are offered. */
  stepMinutes: z.literal([5, 10, 15, 20, 30, 60]),
  /** The most bookings of one day or week, in the host's home zone. */
  dailyCap: Minutes(1, 100).nullable(),
  weeklyCap: Minutes(1, 500).nullable(),
  /** Null: the host's work hours. */
  hours: WeeklyHours.nullable(),
  overrides: z.array(DateHours).max(400),
  questions: z
    .array(BookingQuestion)
    .max(20)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have different ids'),
};

/** What can be booked with a host. */
export const EventType = z
  .object({
    _id: Id,
    ...eventTypeFields,
    /** Its public address. */
    url: z.string(),
    version: z.int(),
  })
  .meta({ id: 'EventType' });
export type EventType = z.infer<typeof EventType>;

/** What a new event type has where nothing else is asked for. */
export const eventTypeDefaults = {
  description: '',
  location: { kind: 'none' },
  color: '#4FD3CC',
  isHidden: false,
  needsApproval: false,
  confirmsEmail: false,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeMinutes: 120,
  horizonDays: 60,
  stepMinutes: 30,
  dailyCap: null,
  weeklyCap: null,
  hours: null,
  overrides: [],
  questions: [],
} satisfies Partial<EventType>;

export const NewEventType = z
  .object({
    ...eventTypeFields,
    description: eventTypeFields.description.default(eventTypeDefaults.description),
    location: EventLocation.default(eventTypeDefaults.location),
    color: eventTypeFields.color.default(eventTypeDefaults.color),
    isHidden: z.boolean().default(eventTypeDefaults.isHidden),
    needsApproval: z.boolean().default(eventTypeDefaults.needsApproval),
    confirmsEmail: z.boolean().default(eventTypeDefaults.confirmsEmail),
    bufferBeforeMinutes: eventTypeFields.bufferBeforeMinutes.default(eventTypeDefaults.bufferBeforeMinutes),
    bufferAfterMinutes: eventTypeFields.bufferAfterMinutes.default(eventTypeDefaults.bufferAfterMinutes),
    minimumNoticeMinutes: eventTypeFields.minimumNoticeMinutes.default(
      eventTypeDefaults.minimumNoticeMinutes,
    ),
    horizonDays: eventTypeFields.horizonDays.default(eventTypeDefaults.horizonDays),
    stepMinutes: eventTypeFields.stepMinutes.default(eventTypeDefaults.stepMinutes),
    dailyCap: eventTypeFields.dailyCap.default(eventTypeDefaults.dailyCap),
    weeklyCap: eventTypeFields.weeklyCap.default(eventTypeDefaults.weeklyCap),
    hours: eventTypeFields.hours.default(eventTypeDefaults.hours),
    overrides: eventTypeFields.overrides.default(eventTypeDefaults.overrides),
    questions: eventTypeFields.questions.default(eventTypeDefaults.questions),
  })
  .meta({ id: 'NewEventType' });
export type NewEventType = z.output<typeof NewEventType>;

/** Only the fields that change. `version` is that of the event type as it was read. */
export const EventTypeChange = z
  .object({ ...eventTypeFields, version: z.int() })
  .partial()
  .meta({ id: 'EventTypeChange' });
export type EventTypeChange = z.infer<typeof EventTypeChange>;

/** What visitors see of an event type. A conference link is given to those who have booked. */
export const PublicEventType = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    durations: z.array(z.int()),
    location: z.object({
      kind: z.enum(['none', 'place', 'link', 'phone', 'conference']),
      text: z.string(),
    }),
    color: z.string(),
    needsApproval: z.boolean(),
    confirmsEmail: z.boolean(),
    /** Whether visitors can get a reminder by text message. */
    offersTexts: z.boolean(),
    questions: z.array(BookingQuestion),
    url: z.string(),
  })
  .meta({ id: 'PublicEventType' });
export type PublicEventType = z.infer<typeof PublicEventType>;

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

/** A start that can be booked. `rank` 1 is the best one of the answer. */
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
  durationMinutes: Minutes(5, 720).optional(),
  timeZone: TimeZone,
};

export const NewBooking = z
  .object({
    ...choice,
    name: line(120).min(1),
    email: EmailAddress,
    phone: line(40).optional(),
    /** A reminder by text message, with consent, to the number that the check has verified. */
    textReminder: z.object({ check: z.string().max(64), consent: z.literal(true) }).optional(),
    notes: z.string().trim().max(4_000).default(''),
    guests: z.array(EmailAddress).max(MOST_GUESTS).default([]),
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
    durationMinutes: z.int(),
    /** Waits for the visitor to confirm the e-mail address. */
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
    /** Waits for the visitor to confirm the e-mail address, and cannot be approved before. */
    needsEmail: z.boolean(),
    /** The other hosts of a link for several. */
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
  ])
  .meta({ id: 'LinkTarget' });
export type LinkTarget = z.infer<typeof LinkTarget>;

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
      durationMinutes: z.coerce.number().pipe(Minutes(5, 720)).optional(),
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
    summary: 'Confirm the e-mail address of a booking that waits for it',
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
    body: z.object({ ids: z.array(Id).max(MOST_EVENT_TYPES) }),
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
    response: z.object({ ...succeeded, url: z.string(), expiresAt: Instant }),
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
      /** From the answer before. */
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
