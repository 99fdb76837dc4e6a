import { isDeepStrictEqual } from 'node:util';
import {
  bookingStatuses,
  type EventType,
  EventTypeChange,
  type HostBooking,
  Id,
  NewEventType,
} from '@dayloom/contracts';
import { describeMinutes, describeTime } from '@dayloom/language/wording';
import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import {
  describeUnchanged,
  hasChange,
  NOTHING_TO_CHANGE,
  parseInput,
  type Tool,
  type ToolContext,
  tool,
} from '#platform/tools.ts';
import { changeEventType, createEventType, listEventTypes } from './operations/event-types.ts';
import {
  approveBooking,
  cancelBooking,
  getHostBooking,
  listHostBookings,
} from './operations/host-bookings.ts';
import type { BookingWriter } from './operations/platform.ts';

const ListInput = z.strictObject({
  when: z.enum(['upcoming', 'past', 'all']).default('upcoming'),
  status: z.enum([...bookingStatuses, 'NOT_CANCELLED']).default('NOT_CANCELLED'),
  search: z
    .string()
    .max(200)
    .default('')
    .meta({ description: 'A part of the name or address of the visitor' }),
  limit: z.int().min(1).max(50).default(20),
});
const NoInput = z.strictObject({});
const Target = {
  bookingId: Id.optional(),
  visitor: z.string().trim().min(1).max(120).optional().meta({
    description:
      'Instead of bookingId: a part of the name or address of the visitor, if only one booking fits',
  }),
};
const BookingInput = z.strictObject(Target);
const CancelInput = z.strictObject({ ...Target, message: z.string().trim().max(1_000).default('') });
/** The fields that agents may set. The look, location, questions and hours are changed on the settings page only. */
const SETTABLE = {
  title: true,
  slug: true,
  description: true,
  durations: true,
  needsApproval: true,
  isHidden: true,
  dailyCap: true,
  weeklyCap: true,
  bufferBeforeMinutes: true,
  bufferAfterMinutes: true,
  minimumNoticeMinutes: true,
  horizonDays: true,
} as const;
const CreateTypeInput = NewEventType.pick(SETTABLE)
  .extend({
    slug: NewEventType.shape.slug.optional().meta({
      description: 'The end of its address; made from the title if absent',
    }),
  })
  .strict();
const ChangeTypeInput = EventTypeChange.pick(SETTABLE)
  .extend({ eventTypeId: Id })
  .strict()
  .refine(
    ({ eventTypeId: _eventTypeId, ...change }) => hasChange(change),
    `${NOTHING_TO_CHANGE}: give at least one of ${Object.keys(SETTABLE).join(', ')}.`,
  );

/** The tools for bookings and event types. */
export function bookingTools(platform: DbContext & BookingWriter): Tool[] {
  const say = ({ timeZone }: ToolContext, { startsAt, endsAt, name }: HostBooking) =>
    `${name || 'somebody'} on ${describeTime({ start: Date.parse(startsAt), end: Date.parse(endsAt) }, { now: platform.clock().getTime(), timeZone })}`;
  return [
    tool<z.output<typeof ListInput>>({
      name: 'list_bookings',
      description: 'What visitors have booked with the user, with those that wait for approval (PENDING).',
      scope: 'read:bookings',
      input: ListInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List bookings', concerns: [], cards: [] }),
      async run(context, input) {
        const { bookings } = await listHostBookings(platform, context.scope, input);
        return {
          summary:
            bookings.length === 0
              ? `There are no ${input.when === 'all' ? '' : `${input.when} `}bookings`
              : bookings
                  .map(
                    (booking) =>
                      `${say(context, booking)}${booking.status === 'PENDING' ? ', waits for your approval' : ''}`,
                  )
                  .join('; '),
          commandIds: [],
          cards: [],
          output: { bookings },
        };
      },
    }),
    tool<z.output<typeof BookingInput>>({
      name: 'approve_booking',
      description: 'Accept a booking that waits for the host. The visitor is notified; it cannot be undone.',
      scope: 'write:bookings',
      input: BookingInput,
      isReadOnly: false,
      isFinal: true,
      async preview(context, target) {
        const booking = await getBooking(context.scope, target, 'PENDING');
        return {
          summary: `Approve the booking of ${say(context, booking)}. ${NOTIFIED}`,
          concerns: ['people'],
          cards: [],
          input: { bookingId: booking.id },
          basis: toBasis(booking),
        };
      },
      async run(context, target) {
        const { id } = await getBooking(context.scope, target, 'PENDING');
        const booking = await approveBooking(platform, context.scope, id);
        return {
          summary: `Approved the booking of ${say(context, booking)}`,
          commandIds: [],
          cards: [],
          output: { booking },
        };
      },
    }),
    tool<z.output<typeof CancelInput>>({
      name: 'cancel_booking',
      description:
        'Cancel a booking, or decline one that waits. The visitor is notified; it cannot be undone.',
      scope: 'write:bookings',
      input: CancelInput,
      isReadOnly: false,
      isFinal: true,
      isDestructive: true,
      async preview(context, target) {
        const booking = await getBooking(context.scope, target, 'NOT_CANCELLED');
        return {
          summary: `Cancel the booking of ${say(context, booking)}. ${NOTIFIED}`,
          concerns: ['people', 'deletion'],
          cards: [],
          input: { bookingId: booking.id },
          basis: toBasis(booking),
        };
      },
      async run(context, { message, ...target }) {
        const { id } = await getBooking(context.scope, target, 'NOT_CANCELLED');
        const booking = await cancelBooking(platform, context.scope, id, message);
        return {
          summary: `Cancelled the booking of ${say(context, booking)}`,
          commandIds: [],
          cards: [],
          output: { booking },
        };
      },
    }),
    tool<z.output<typeof NoInput>>({
      name: 'list_event_types',
      description: 'What others can book with the user, with the public addresses.',
      scope: 'read:bookings',
      input: NoInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List event types', concerns: [], cards: [] }),
      async run({ scope }) {
        const eventTypes = await listEventTypes(platform, scope);
        return {
          summary:
            eventTypes.length === 0
              ? 'There are no event types'
              : eventTypes.map((eventType) => `${describeEventType(eventType)}: ${eventType.url}`).join('; '),
          commandIds: [],
          cards: [],
          output: { eventTypes },
        };
      },
    }),
    tool<z.output<typeof CreateTypeInput>>({
      name: 'create_event_type',
      description: 'Offer something that others can book with the user on the public page.',
      scope: 'write:bookings',
      input: CreateTypeInput,
      isReadOnly: false,
      async preview(_context, input) {
        return {
          summary: `Add the event type ${describeEventType(toNewEventType(input))}`,
          concerns: ['people'],
          cards: [],
        };
      },
      async run({ scope }, input) {
        const { eventType, commandId } = await createEventType(platform, scope, toNewEventType(input));
        return {
          summary: `Added the event type ${describeEventType(eventType)}: ${eventType.url}`,
          commandIds: [commandId],
          cards: [],
          output: { eventType },
        };
      },
    }),
    tool<z.output<typeof ChangeTypeInput>>({
      name: 'update_event_type',
      description: 'Change what others can book. Fields that are left out stay.',
      scope: 'write:bookings',
      input: ChangeTypeInput,
      isReadOnly: false,
      async preview({ scope }, { eventTypeId, ...change }) {
        const found = await getEventType(scope, eventTypeId);
        if (isLike(found, change)) return { ...unchanged(found), concerns: [], basis: found };
        return {
          basis: found,
          summary: `Change the event type ${describeEventType(found)}: ${describeTypeChange(change)}`,
          concerns: ['people'],
          cards: [],
        };
      },
      async run({ scope }, { eventTypeId, ...change }) {
        const found = await getEventType(scope, eventTypeId);
        if (isLike(found, change))
          return { ...unchanged(found), commandIds: [], output: { eventType: found } };
        const { eventType, commandId } = await changeEventType(platform, scope, eventTypeId, change);
        return {
          summary: `Changed the event type ${describeEventType(eventType)}: ${describeTypeChange(change)}`,
          commandIds: [commandId],
          cards: [],
          output: { eventType },
        };
      },
    }),
  ];

  /** The booking that fits the description. Throws if there is none, or more than one. */
  async function getBooking(
    scope: Scope,
    { bookingId, visitor }: z.output<typeof BookingInput>,
    status: 'PENDING' | 'NOT_CANCELLED',
  ): Promise<HostBooking> {
    if (bookingId !== undefined) {
      const booking = await getHostBooking(platform, scope, bookingId);
      if (booking.status === 'CANCELLED') throw new AppError('unprocessable', 'This booking was cancelled.');
      return booking;
    }
    const query = { when: 'upcoming', search: visitor ?? '', status, limit: 2 } as const;
    const [first, second] = (await listHostBookings(platform, scope, query)).bookings;
    if (!first) throw notFound('The booking');
    if (second)
      throw new AppError(
        'invalid_request',
        'Several bookings match. Give the full name or address of the visitor.',
      );
    return first;
  }

  async function getEventType(scope: Scope, id: string): Promise<EventType> {
    const found = (await listEventTypes(platform, scope)).find(({ _id }) => _id === id);
    if (!found) throw notFound('The event type');
    return found;
  }
}

/** What people see of a booking. */
const toBasis = ({ status, startsAt, endsAt, name, email }: HostBooking): unknown => ({
  status,
  startsAt,
  endsAt,
  name,
  email,
});

const isLike = (eventType: EventType, change: TypeChange): boolean =>
  Object.entries(change).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, eventType[name as keyof TypeChange]),
  );

const unchanged = (eventType: EventType) => ({
  summary: describeUnchanged(`the event type ${describeEventType(eventType)}`),
  isUnchanged: true,
  cards: [],
});

const NOTIFIED = 'The visitor is notified at once, and that cannot be undone';

const describeEventType = ({
  title: name,
  durations: lengths,
}: Pick<EventType, 'title' | 'durations'>): string =>
  `'${name}' (${lengths.map(describeMinutes).join(' or ')})`;

function toNewEventType(input: z.output<typeof CreateTypeInput>): NewEventType {
  return parseInput(NewEventType, { ...input, slug: input.slug ?? toSlug(input.title) });
}

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .slice(0, 50)
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('-') || 'meeting';

type TypeChange = Omit<z.output<typeof ChangeTypeInput>, 'eventTypeId'>;

const describeCap = (cap: number | null): string => (cap === null ? 'any number' : `at most ${cap}`);
const describeDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** Each changed field as the settings page names it, with its new value. */
const fieldDescriptions: {
  readonly [Name in keyof TypeChange]-?: (value: NonNullable<TypeChange[Name]>) => string;
} = {
  title: (value) => `the name '${value}'`,
  slug: (value) => `the address '${value}'`,
  description: (value) => (value === '' ? 'no description' : 'a new description'),
  durations: (value) => `a length of ${value.map(describeMinutes).join(' or ')}`,
  needsApproval: (value) => (value ? 'approval of each booking' : 'no approval'),
  isHidden: (value) => (value ? 'not listed on the public page' : 'listed on the public page'),
  dailyCap: (value) => `${describeCap(value)} a day`,
  weeklyCap: (value) => `${describeCap(value)} a week`,
  bufferBeforeMinutes: (value) => `${value === 0 ? 'no' : describeMinutes(value)} buffer before`,
  bufferAfterMinutes: (value) => `${value === 0 ? 'no' : describeMinutes(value)} buffer after`,
  minimumNoticeMinutes: (value) => `${value === 0 ? 'no' : describeMinutes(value)} minimum notice`,
  horizonDays: (value) => `bookable up to ${describeDays(value)} ahead`,
};

/** '15 min buffer before, at most 3 a day' */
function describeTypeChange(change: TypeChange): string {
  return Object.entries(change)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [fieldDescriptions[name as keyof TypeChange](value as never)],
    )
    .join(', ');
}
