import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DAY_MS } from './units.ts';
import { EmailAddress, Id, Instant, LocalDate, line, succeeded, TimeZone } from './values.ts';

const MAX_RANGE_DAYS = 400;
/** The most occurrences of one series per requested week in a response; further ones are cut. */
export const MAX_SHOWN_PER_WEEK = 400;

/** A period whose events are listed. */
export const EventRange = z
  .object({ from: Instant, to: Instant })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    message: 'must be after from',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_RANGE_DAYS * DAY_MS, {
    message: `must be within ${MAX_RANGE_DAYS} days of from`,
    path: ['to'],
  });

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #5CAAFF');

/**
 * A calendar with events. `dayloom` is the built-in one, `imported` came from an .ics file, `connected`
 * belongs to a connected account, `subscribed` is read from an address.
 */
export const Calendar = z
  .object({
    _id: Id,
    name: z.string(),
    color: Color,
    kind: z.enum(['dayloom', 'imported', 'connected', 'subscribed']),
    /** The connected account of the calendar. */
    accountId: Id.nullable(),
    /** Whether its events may be changed here. */
    isWritable: z.boolean(),
    /** Whether guests of its events can be changed here. */
    canInvite: z.boolean(),
    /** The calendar of new events unless another one is chosen. */
    isDefault: z.boolean(),
    isVisible: z.boolean(),
    /** Whether its busy events block time for the planner. */
    blocksTime: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof Calendar>;

/** The most guests of one event. */
export const MAX_EVENT_GUESTS = 100;

/** What a guest has answered (PARTSTAT in RFC 5545). */
export const attendeeStatuses = ['needsAction', 'accepted', 'tentative', 'declined'] as const;
export type AttendeeStatus = (typeof attendeeStatuses)[number];

/** What somebody who is invited can answer. */
export const guestAnswers = ['accepted', 'tentative', 'declined'] as const;
export type GuestAnswer = (typeof guestAnswers)[number];

/** Somebody who is invited to an event. */
export const EventAttendee = z
  .object({
    /** Empty for one without a mail address. */
    email: z.string(),
    name: z.string(),
    status: z.enum(attendeeStatuses),
  })
  .meta({ id: 'EventAttendee' });
export type EventAttendee = z.infer<typeof EventAttendee>;

/** One appearance of an event in time: a single event, or one occurrence of a recurring one. */
export const Occurrence = z
  .object({
    eventId: Id,
    calendarId: Id,
    /** The original start of this occurrence (RFC 5545 RECURRENCE-ID); null for a single event. */
    recurrenceId: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    location: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    isAllDay: z.boolean(),
    /** All-day only: the first date and the date after the last one. */
    startsOn: LocalDate.nullable(),
    endsOn: LocalDate.nullable(),
    timeZone: z.string().nullable(),
    /** False of one instance whose series is not in the calendar: it has a `recurrenceId`, and can only be edited alone. */
    isRecurring: z.boolean(),
    /** The rule of its series, also for a changed occurrence. */
    recurrenceRule: z.string().nullable(),
    status: z.enum(['confirmed', 'tentative', 'cancelled']),
    isBusy: z.boolean(),
    /** The guests, without the organizer. */
    attendees: z.array(EventAttendee),
    /** Set if the guests were invited in another calendar, such as by somebody else: they cannot be changed here. */
    organizer: z.object({ email: z.string(), name: z.string() }).optional(),
    /** Set if somebody else invites the user: what they have answered. */
    ownAnswer: z.enum(attendeeStatuses).optional(),
    /** Fields whose text is longer at the provider; they cannot be edited here. */
    shortened: z.array(z.enum(['title', 'description', 'location'])).optional(),
    version: z.int(),
  })
  .meta({ id: 'Occurrence' });
export type Occurrence = z.infer<typeof Occurrence>;

/** Who is invited. An address that was there before keeps its answer. */
const Attendees = z
  .array(z.object({ email: EmailAddress, name: line(120).default('') }))
  .max(MAX_EVENT_GUESTS)
  .refine((all) => new Set(all.map(({ email }) => email.toLowerCase())).size === all.length, {
    message: 'must not contain an address twice',
  });

/**
 * Any characters are allowed: events of other calendars contain them, and an edit of another field sends the text back.
 */
const eventFields = {
  title: line(500),
  description: z.string().max(20_000),
  location: line(500),
  isBusy: z.boolean(),
  recurrenceRule: line(500).nullable(),
  attendees: Attendees,
};

/** The time of an event: two instants with a zone, or two dates (the end is exclusive). */
const eventTimes = {
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  timeZone: TimeZone.optional(),
  startsOn: LocalDate.optional(),
  endsOn: LocalDate.optional(),
};

type EventTimes = { [Key in keyof typeof eventTimes]?: string | undefined };
const isWhole = (times: EventTimes) => {
  const timed = times.startsAt !== undefined && times.endsAt !== undefined;
  const allDay = times.startsOn !== undefined && times.endsOn !== undefined;
  const mixed =
    (times.startsAt ?? times.endsAt) !== undefined && (times.startsOn ?? times.endsOn) !== undefined;
  return (timed || allDay) && !mixed;
};
const inOrder = (times: EventTimes) =>
  times.startsAt !== undefined && times.endsAt !== undefined
    ? Date.parse(times.startsAt) <= Date.parse(times.endsAt)
    : times.startsOn !== undefined && times.endsOn !== undefined
      ? times.startsOn < times.endsOn
      : true;
const hasTimes = (times: EventTimes) =>
  [times.startsAt, times.endsAt, times.startsOn, times.endsOn].some((value) => value !== undefined);

export const NewEvent = z
  .object({
    _id: Id.optional(),
    /** The user's default calendar if absent. */
    calendarId: Id.optional(),
    ...eventFields,
    description: eventFields.description.default(''),
    location: eventFields.location.default(''),
    isBusy: eventFields.isBusy.optional(),
    recurrenceRule: eventFields.recurrenceRule.default(null),
    attendees: eventFields.attendees.default([]),
    ...eventTimes,
  })
  .refine(isWhole, { message: 'Give startsAt and endsAt, or startsOn and endsOn', path: ['startsAt'] })
  .refine(inOrder, { message: 'The end must not be before the start', path: ['endsAt'] })
  .meta({ id: 'NewEvent' });
export type NewEvent = z.infer<typeof NewEvent>;

/** The occurrences of a recurring event that a change applies to. */
export const EditScope = z.enum(['this', 'following', 'all']);
export type EditScope = z.infer<typeof EditScope>;

const EditTarget = {
  /** The occurrence, as in `Occurrence.recurrenceId`; required for `this` and `following`. */
  recurrenceId: z.string().max(40).optional(),
  scope: EditScope.default('all'),
};

export const EventChange = z
  .object({
    ...z.object(eventFields).partial().shape,
    ...eventTimes,
    ...EditTarget,
    version: z.int().min(1).max(2_147_483_647).optional(),
  })
  .refine((change) => !hasTimes(change) || isWhole(change), {
    message: 'Give startsAt and endsAt, or startsOn and endsOn',
    path: ['startsAt'],
  })
  .refine(inOrder, { message: 'The end must not be before the start', path: ['endsAt'] })
  .meta({ id: 'EventChange' });
export type EventChange = z.infer<typeof EventChange>;

/** The result of an import. Every event of the file is counted; each problem has its line. */
export const ImportReport = z
  .object({
    calendarId: Id,
    events: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    todos: z.int(),
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
    /** The number of all problems; the list stops at 1,000. */
    problemCount: z.int(),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof ImportReport>;

/** A change that is sent to the guests of an event at `notifiedAt`, unless it is undone before. */
export const PendingNotice = z
  .object({
    calendarId: Id,
    uids: z.array(z.string()),
    /** Number of guests. */
    guests: z.int(),
    notifiedAt: Instant,
    /** Whether the change can be saved without notifying them (`calendarAccountsApi.withholdNotices`). */
    canWithhold: z.boolean(),
  })
  .meta({ id: 'PendingNotice' });
export type PendingNotice = z.infer<typeof PendingNotice>;

const EventId = z.object({ id: Id });
const CalendarResponse = z.object({ ...succeeded, calendar: Calendar, message: z.string() });
const EventResponse = z.object({
  ...succeeded,
  /** The event that has the change: a new one for `following`. */
  eventId: Id,
  commandId: Id,
  pendingNotice: PendingNotice.nullable(),
  message: z.string(),
});

export const calendarApi = {
  list: endpoint({
    method: 'GET',
    path: '/calendars',
    summary: "The user's calendars",
    access: 'user',
    scope: 'read:calendar',
    response: z.object({ ...succeeded, calendars: z.array(Calendar), message: z.string() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/calendars/:id',
    summary: 'Rename, recolour, show or hide a calendar, or let it block time',
    access: 'user',
    scope: 'write:calendar',
    params: EventId,
    body: z.object({
      name: line(200).min(1).optional(),
      color: Color.optional(),
      isVisible: z.boolean().optional(),
      blocksTime: z.boolean().optional(),
    }),
    response: CalendarResponse,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/calendars/:id',
    summary: 'Remove an imported or subscribed calendar and its events',
    access: 'user',
    scope: 'write:calendar',
    params: EventId,
    response: z.object({ ...succeeded, message: z.string() }),
  }),
  importFile: endpoint({
    method: 'POST',
    path: '/calendars/import',
    summary: 'Import an .ics file, streamed; progress is sent over the event stream',
    access: 'user',
    scope: 'write:calendar',
    media: 'text/calendar',
    query: z.object({
      /** The target calendar; a new one named `name` if absent. Importing again updates events by UID. */
      calendarId: Id.optional(),
      name: line(200).optional(),
      /** Returned in `import.progress` messages. */
      importId: Id.optional(),
    }),
    response: z.object({ ...succeeded, report: ImportReport, message: z.string() }),
  }),
  listOccurrences: endpoint({
    method: 'GET',
    path: '/events',
    summary: `The events of a range, with recurring ones expanded to at most ${MAX_SHOWN_PER_WEEK} occurrences per series and week`,
    access: 'user',
    scope: 'read:calendar',
    query: EventRange,
    response: z.object({ ...succeeded, occurrences: z.array(Occurrence), message: z.string() }),
  }),
  createEvent: endpoint({
    method: 'POST',
    path: '/events',
    summary: 'Create an event',
    access: 'user',
    scope: 'write:calendar',
    body: NewEvent,
    response: EventResponse,
  }),
  changeEvent: endpoint({
    method: 'PATCH',
    path: '/events/:id',
    summary: 'Change, move or resize an event or occurrences of it',
    access: 'user',
    scope: 'write:calendar',
    params: EventId,
    body: EventChange,
    response: EventResponse,
  }),
  answerEvent: endpoint({
    method: 'POST',
    path: '/events/:id/answer',
    summary: 'Answer an invitation to an event, or to one occurrence of it; undo with its command',
    access: 'user',
    scope: 'write:calendar',
    params: EventId,
    body: z.object({ answer: z.enum(guestAnswers), recurrenceId: EditTarget.recurrenceId }),
    response: EventResponse,
  }),
  removeEvent: endpoint({
    method: 'DELETE',
    path: '/events/:id',
    summary: 'Delete an event or occurrences of it; undo with its command',
    access: 'user',
    scope: 'write:calendar',
    params: EventId,
    query: z.object(EditTarget),
    response: EventResponse,
  }),
};
