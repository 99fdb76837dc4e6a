import { z } from 'zod';
import {
  DayWindows,
  Id,
  LocalDate,
  requiredPublicLine,
  SeparateHours,
  SeparateWindows,
  WeeklyHours,
} from './values.ts';

/** The most event types of one host. */
export const MAX_EVENT_TYPES = 50;

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
    z.object({ kind: z.literal('place'), text: requiredPublicLine(300) }),
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
    label: requiredPublicLine(200),
    kind: z.enum(['text', 'choice']),
    choices: z.array(requiredPublicLine(100)).max(20).default([]),
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
  title: requiredPublicLine(120),
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
  /** Whether the visitor confirms the email address before the booking counts. */
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

const newHours = SeparateHours.nullable();
/** Each date once: two would have different hours. */
const newOverrides = z
  .array(DateHours.extend({ windows: SeparateWindows }))
  .max(400)
  .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, 'must not contain a date twice');

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
    hours: newHours.default(eventTypeDefaults.hours),
    overrides: newOverrides.default(eventTypeDefaults.overrides),
    questions: eventTypeFields.questions.default(eventTypeDefaults.questions),
  })
  .meta({ id: 'NewEventType' });
export type NewEventType = z.output<typeof NewEventType>;

/** Only the changed fields. `version` is the version that the client has read. */
export const EventTypeChange = z
  .object({ ...eventTypeFields, hours: newHours, overrides: newOverrides, version: z.int() })
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
