import { isDeepStrictEqual } from 'node:util';
import {
  type ChatCard,
  type ChatEvent,
  EditScope,
  EventChange,
  EventRange,
  guestAnswers,
  Instant,
  LocalDate,
  MAX_EVENT_GUESTS,
  NewEvent,
  type Occurrence,
  TimeZone,
} from '@dayloom/contracts';
import { describeRepeat } from '@dayloom/language/recurrence-words';
import { describeEvent, describeEventTime, type SpokenEvent } from '@dayloom/language/wording';
import { z } from 'zod';
import type { DbContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import {
  describeUnchanged,
  hasChange,
  NOTHING_TO_CHANGE,
  parseInput,
  type Tool,
  type ToolContext,
  tool,
} from '#platform/tools.ts';
import { answerInvitation } from './operations/answer-invitation.ts';
import { toChatEvent, toNewChatEvent } from './operations/chat-events.ts';
import { changeEvent, createEvent, removeEvent } from './operations/edit-events.ts';
import { readEventBasis } from './operations/event-basis.ts';
import type { EventWriter } from './operations/platform.ts';
import { getOccurrence, listOccurrences } from './operations/read-occurrences.ts';

const MAX_DESCRIPTION = 20_000;
const Guests = z
  .array(z.strictObject({ email: z.email(), name: z.string().max(120).default('') }))
  .max(MAX_EVENT_GUESTS);
const Times = {
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  startsOn: LocalDate.optional().meta({ description: 'All-day events: the first date' }),
  endsOn: LocalDate.optional().meta({ description: 'All-day events: the date after the last one' }),
  timeZone: TimeZone.optional(),
};
const Target = {
  eventId: z.uuid(),
  recurrenceId: z.string().max(40).optional().meta({ description: 'The occurrence of a recurring event' }),
  scope: EditScope.default('all'),
};
const CreateInput = z.strictObject({
  title: z.string().min(1).max(500),
  description: z.string().max(MAX_DESCRIPTION).optional(),
  location: z.string().max(500).optional(),
  recurrenceRule: z.string().max(500).optional().meta({ description: 'RFC 5545 RRULE without the name' }),
  attendees: Guests.optional(),
  ...Times,
});
const UpdateInput = z
  .strictObject({
    ...Target,
    title: z.string().min(1).max(500).optional(),
    description: z.string().max(MAX_DESCRIPTION).optional(),
    note: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({ description: 'Text to add below the description, which stays' }),
    location: z.string().max(500).optional(),
    invite: Guests.optional().meta({ description: 'Guests to add to those who are invited' }),
    uninvite: z.array(z.email()).max(100).optional().meta({ description: 'Guests to remove' }),
    recurrenceRule: z.string().max(500).optional().meta({
      description:
        'How it repeats: RFC 5545 RRULE without the name. Of a whole series only. Without UNTIL and COUNT it keeps those of the rule before.',
    }),
    ...Times,
  })
  .refine(
    // A zone without a time changes nothing.
    ({ eventId: _eventId, recurrenceId: _recurrenceId, scope: _scope, timeZone: _timeZone, ...change }) =>
      hasChange(change),
    `${NOTHING_TO_CHANGE}: give a title, description, note, location, guests, rule or time.`,
  );
const DeleteInput = z.strictObject(Target);
const AnswerInput = z.strictObject({
  eventId: Target.eventId,
  recurrenceId: Target.recurrenceId,
  answer: z.enum(guestAnswers),
});
const ANSWERS = { accepted: 'yes', tentative: 'maybe', declined: 'no' } as const;
const ListInput = EventRange.strict();

/** The tools for events. */
export function calendarTools(platform: DbContext & EventWriter): Tool[] {
  const find = async (
    { scope }: ToolContext,
    input: { eventId: string; recurrenceId?: string | undefined; scope?: EditScope },
  ) => {
    const found = await getOccurrence(platform, scope, input.eventId, input.recurrenceId ?? null);
    const isOne = input.scope === 'this' || input.scope === 'following';
    if (found.isRecurring && isOne && input.recurrenceId === undefined)
      throw new AppError('invalid_request', 'recurrenceId is missing: it says which occurrence to change.');
    return found;
  };
  const toWords = (context: ToolContext) => ({ now: platform.clock().getTime(), timeZone: context.timeZone });
  const describe = (context: ToolContext, event: ChatEvent) =>
    describeEvent(toSpoken(event), toWords(context));
  const eventCard = (
    event: ChatEvent,
    change: 'created' | 'changed' | 'deleted',
    { before, scope }: { before?: ChatEvent; scope?: EditScope } = {},
  ): ChatCard[] => [
    {
      kind: 'event',
      change,
      event,
      before: before ?? null,
      ...(scope && event.recurrenceId !== null && { scope }),
    },
  ];
  return [
    tool<z.output<typeof ListInput>>({
      name: 'list_events',
      description: 'The events of a period, recurring ones expanded.',
      scope: 'read:calendar',
      input: ListInput,
      isReadOnly: true,
      preview: async () => ({ summary: 'List events', concerns: [], cards: [] }),
      async run({ scope }, { from, to }) {
        const events = (await listOccurrences(platform, scope, new Date(from), new Date(to))).map(
          toChatEvent,
        );
        return {
          summary: events.length === 1 ? '1 event' : `${events.length} events`,
          commandIds: [],
          cards: [{ kind: 'agenda', from, to, events }],
          output: { events },
        };
      },
    }),
    tool<z.output<typeof CreateInput>>({
      name: 'create_event',
      description: 'Add an event to the calendar. Guests are invited by mail.',
      scope: 'write:calendar',
      input: CreateInput,
      isReadOnly: false,
      async preview(context, input) {
        const event = toNewChatEvent(parseInput(NewEvent, input));
        return {
          summary: `Add ${describe(context, event)}${describeRecurrence(context, input)}${describePlace(event)}${describeGuests(event)}`,
          concerns: event.attendees.length > 0 ? ['people'] : [],
          cards: eventCard(event, 'created'),
        };
      },
      async run(context, input) {
        const asked = parseInput(NewEvent, input);
        const { eventId, commandId } = await createEvent(platform, context.scope, asked);
        const event = { ...toNewChatEvent(asked), eventId };
        const saved = await getOccurrence(platform, context.scope, eventId, null).catch(() => null);
        const shown = saved ? toChatEvent(saved) : event;
        return {
          summary: `Added ${describe(context, shown)}${describeRecurrence(context, input)}${describePlace(shown)}${describeGuests(shown)}`,
          commandIds: [commandId],
          cards: eventCard(shown, 'created'),
          output: { event: shown },
        };
      },
    }),
    tool<z.output<typeof UpdateInput>>({
      name: 'update_event',
      description: 'Change an event: its time, title, place or guests. Fields that are left out stay.',
      scope: 'write:calendar',
      input: UpdateInput,
      isReadOnly: false,
      async preview(context, asked) {
        const occurrence = await find(context, asked);
        const input = withSeriesEnd(asked, occurrence);
        const basis = await readEventBasis(platform, context.scope, input.eventId);
        const before = toChatEvent(occurrence);
        const event = withChange(before, input);
        toEventChange(input, occurrence, event);
        if (changesNothing(occurrence, event, input, basis.length))
          return { ...unchanged(describe(context, before), before), concerns: [], basis };
        return {
          summary: `${describeChange({ before, after: event, input, zone: toWords(context) }, 'draft')}${describeSeries(input, before)}`,
          concerns: [
            ...(before.attendees.length + event.attendees.length > 0 || occurrence.organizer
              ? (['people'] as const)
              : []),
            // Another rule of a series takes times away.
            ...(input.recurrenceRule !== undefined && occurrence.isRecurring ? (['deletion'] as const) : []),
          ],
          cards: eventCard(event, 'changed', { before, scope: input.scope }),
          basis,
        };
      },
      async run(context, asked) {
        const occurrence = await find(context, asked);
        const input = withSeriesEnd(asked, occurrence);
        const basis = await readEventBasis(platform, context.scope, input.eventId);
        const before = toChatEvent(occurrence);
        const changed = withChange(before, input);
        const change = toEventChange(input, occurrence, changed);
        const nothing = {
          ...unchanged(describe(context, before), before),
          commandIds: [],
          output: { event: before },
        };
        if (changesNothing(occurrence, changed, input, basis.length)) return nothing;
        const { eventId, commandId } = await changeEvent(platform, context.scope, input.eventId, change);
        // What was changed in one occurrence stays, so a change of its whole series may have been made already.
        if (isDeepStrictEqual(await readEventBasis(platform, context.scope, eventId), basis)) return nothing;
        const event = { ...changed, eventId };
        return {
          summary: `${describeChange({ before, after: event, input, zone: toWords(context) }, 'done')}${describeSeries(input, before)}`,
          commandIds: [commandId],
          cards: eventCard(event, 'changed', { before, scope: input.scope }),
          output: { event },
        };
      },
    }),
    tool<z.output<typeof AnswerInput>>({
      name: 'answer_invitation',
      description: "Answer somebody else's invitation. The organizer is notified.",
      scope: 'write:calendar',
      input: AnswerInput,
      isReadOnly: false,
      async preview(context, input) {
        const occurrence = await find(context, input);
        if (occurrence.ownAnswer === undefined)
          throw new AppError(
            'unprocessable',
            'Nobody else invited you to this event, so there is nothing to answer.',
          );
        const event = toChatEvent(occurrence);
        if (occurrence.ownAnswer === input.answer)
          return { ...answered(describe(context, event), event, input.answer), concerns: [] };
        return {
          summary: `Answer the invitation to ${describe(context, event)} with ${ANSWERS[input.answer]}`,
          concerns: ['people'],
          cards: eventCard(event, 'changed'),
          basis: {
            event: await readEventBasis(platform, context.scope, input.eventId),
            answer: occurrence.ownAnswer,
          },
        };
      },
      async run(context, { eventId, ...input }) {
        const occurrence = await find(context, { eventId, ...input });
        const event = toChatEvent(occurrence);
        if (occurrence.ownAnswer === input.answer)
          return {
            ...answered(describe(context, event), event, input.answer),
            commandIds: [],
            output: { event, answer: input.answer },
          };
        const { commandId } = await answerInvitation(platform, context.scope, eventId, input);
        return {
          summary: `Answered the invitation to ${describe(context, event)} with ${ANSWERS[input.answer]}`,
          commandIds: [commandId],
          cards: eventCard(event, 'changed'),
          output: { event, answer: input.answer },
        };
      },
    }),
    tool<z.output<typeof DeleteInput>>({
      name: 'delete_event',
      description: 'Delete an event, or occurrences of a recurring one. Guests are notified by mail.',
      scope: 'write:calendar',
      input: DeleteInput,
      isReadOnly: false,
      isDestructive: true,
      async preview(context, input) {
        const event = toChatEvent(await find(context, input));
        return {
          summary: `Delete ${describe(context, event)}${describeSeries(input, event)}`,
          concerns: event.attendees.length > 0 ? ['deletion', 'people'] : ['deletion'],
          cards: eventCard(event, 'deleted', { scope: input.scope }),
          basis: await readEventBasis(platform, context.scope, input.eventId),
        };
      },
      async run(context, input) {
        const event = toChatEvent(await find(context, input));
        const { commandId } = await removeEvent(platform, context.scope, input.eventId, input);
        return {
          summary: `Deleted ${describe(context, event)}${describeSeries(input, event)}`,
          commandIds: [commandId],
          cards: eventCard(event, 'deleted', { scope: input.scope }),
          output: { deleted: event },
        };
      },
    }),
  ];
}

/** The change that the API would get. It refuses more than the input of the tool, such as an end before the start. */
function toEventChange(
  { eventId: _eventId, invite, uninvite, note, ...change }: z.output<typeof UpdateInput>,
  { description }: Occurrence,
  { attendees }: ChatEvent,
): EventChange {
  const noted = note === undefined ? undefined : withNote(change.description ?? description, note);
  if (noted !== undefined && noted.length > MAX_DESCRIPTION)
    throw new AppError('unprocessable', 'The description would be too long.');
  if (invite && attendees.length > MAX_EVENT_GUESTS)
    throw new AppError('unprocessable', `An event can have at most ${MAX_EVENT_GUESTS} guests.`);
  return {
    ...parseInput(EventChange, change),
    ...(noted !== undefined && { description: noted }),
    ...((invite || uninvite) && { attendees }),
  };
}

/** A series that is to repeat every other week goes on to the end that it had, if the new rule names none. */
function withSeriesEnd(
  input: z.output<typeof UpdateInput>,
  { recurrenceRule: before }: Occurrence,
): z.output<typeof UpdateInput> {
  const { recurrenceRule } = input;
  const end = SERIES_END.exec(before ?? '')?.[0];
  return recurrenceRule === undefined || end === undefined || SERIES_END.test(recurrenceRule)
    ? input
    : { ...input, recurrenceRule: `${recurrenceRule};${end}` };
}

const SERIES_END = /\b(?:UNTIL|COUNT)=[^;]+/i;

/**
 * Whether a change has no effect. One occurrence of a series may have the new values already while others do not.
 */
function changesNothing(
  before: Occurrence,
  after: ChatEvent,
  { scope, description, note, recurrenceRule, timeZone }: z.output<typeof UpdateInput>,
  records: number,
): boolean {
  return (
    isSameTime(before, after) &&
    (timeZone === undefined || timeZone === before.timeZone) &&
    (scope === 'this' || records <= 1) &&
    before.title === after.title &&
    before.location === after.location &&
    isSameText(before.description, description) &&
    isSameText(before.recurrenceRule, recurrenceRule) &&
    note === undefined &&
    before.attendees.length === after.attendees.length &&
    after.attendees.every(({ email }) => before.attendees.some((guest) => guest.email === email))
  );
}

type Times = Pick<ChatEvent, 'isAllDay' | 'startsAt' | 'endsAt' | 'startsOn' | 'endsOn'>;
const isSameTime = (before: Times, after: Times): boolean =>
  before.isAllDay && after.isAllDay
    ? before.startsOn === after.startsOn && before.endsOn === after.endsOn
    : before.isAllDay === after.isAllDay &&
      Date.parse(before.startsAt) === Date.parse(after.startsAt) &&
      Date.parse(before.endsAt) === Date.parse(after.endsAt);

const isSameText = (before: string | null, after: string | undefined): boolean =>
  after === undefined || after === before;

const unchanged = (described: string, event: ChatEvent) => ({
  summary: describeUnchanged(described),
  isUnchanged: true,
  cards: [{ kind: 'event' as const, change: null, event, before: null }],
});

const answered = (described: string, event: ChatEvent, answer: keyof typeof ANSWERS) => ({
  ...unchanged(described, event),
  summary: `${NOTHING_TO_CHANGE}: the invitation to ${described} is answered with ${ANSWERS[answer]} already`,
});

const toSpoken = (event: ChatEvent): SpokenEvent => ({
  ...event,
  start: Date.parse(event.startsAt),
  end: Date.parse(event.endsAt),
});

/** ', every week on Mon' */
const describeRecurrence = (
  { timeZone }: ToolContext,
  { recurrenceRule }: Pick<z.output<typeof CreateInput>, 'recurrenceRule'>,
): string => (recurrenceRule === undefined ? '' : `, ${describeRepeat(recurrenceRule, { timeZone })}`);

const describePlace = ({ location }: ChatEvent): string => (location === '' ? '' : `, at ${location}`);

const describeGuests = ({ attendees }: ChatEvent): string =>
  attendees.length === 0 ? '' : `, inviting ${describeNames(attendees)}`;

const describeNames = (people: ChatEvent['attendees']): string =>
  people.map(({ email, name }) => name || email).join(', ');

/** Which other events of its series a change covers. */
function describeSeries({ scope }: { scope: EditScope }, { isRecurring }: ChatEvent): string {
  if (!isRecurring) return '';
  if (scope === 'this') return ', and no other of its series';
  return scope === 'following' ? ' and all that follow it' : ' and its whole series';
}

const withNote = (description: string, note: string): string =>
  description.trim() === '' ? note : `${description.trimEnd()}\n${note}`;

function withChange(before: ChatEvent, input: z.output<typeof UpdateInput>): ChatEvent {
  const isAllDay = input.startsOn !== undefined || (before.isAllDay && input.startsAt === undefined);
  return {
    ...before,
    ...(input.title !== undefined && { title: input.title }),
    ...(input.location !== undefined && { location: input.location }),
    attendees: withGuests(before.attendees, input),
    ...(input.startsAt && { startsAt: input.startsAt, startsOn: null }),
    ...(input.endsAt && { endsAt: input.endsAt, endsOn: null }),
    ...(input.startsOn && { startsOn: input.startsOn, startsAt: `${input.startsOn}T00:00:00.000Z` }),
    ...(input.endsOn && { endsOn: input.endsOn, endsAt: `${input.endsOn}T00:00:00.000Z` }),
    isAllDay,
  };
}

function withGuests(
  guests: ChatEvent['attendees'],
  { invite = [], uninvite = [] }: Pick<z.output<typeof UpdateInput>, 'invite' | 'uninvite'>,
): ChatEvent['attendees'] {
  const keys = new Set(
    [...uninvite, ...guests.map(({ email }) => email)].map((email) => email.toLowerCase()),
  );
  const removed = new Set(uninvite.map((email) => email.toLowerCase()));
  return [
    ...guests.filter(({ email }) => !removed.has(email.toLowerCase())),
    ...invite.filter(({ email }) => !keys.has(email.toLowerCase())),
  ];
}

/** The words for a change that will be made, and for one that was. */
const VERBS = {
  draft: {
    move: 'Move',
    rename: 'Rename',
    place: 'Change the place of',
    invite: 'Invite',
    remove: 'Remove',
    repeat: 'Repeat',
    describe: 'Replace the description of',
    note: 'Add to the description of',
    change: 'Change',
  },
  done: {
    move: 'Moved',
    rename: 'Renamed',
    place: 'Changed the place of',
    invite: 'Invited',
    remove: 'Removed',
    repeat: 'Set to repeat:',
    describe: 'Replaced the description of',
    note: 'Added to the description of',
    change: 'Changed',
  },
} as const;

interface ChangeToDescribe {
  readonly before: ChatEvent;
  readonly after: ChatEvent;
  readonly input: Pick<z.output<typeof UpdateInput>, 'recurrenceRule' | 'description' | 'note'>;
  readonly zone: { readonly now: number; readonly timeZone: string };
}

function describeChange({ before, after, input, zone }: ChangeToDescribe, state: keyof typeof VERBS): string {
  const verbs = VERBS[state];
  const now = describeEvent(toSpoken(after), zone);
  const isMoved = !isSameTime(before, after);
  const from = describeEventTime(toSpoken(before), zone);
  const has = ({ attendees }: ChatEvent, email: string) =>
    attendees.some((one) => one.email.toLowerCase() === email.toLowerCase());
  const invited = after.attendees.filter(({ email }) => !has(before, email));
  const removed = before.attendees.filter(({ email }) => !has(after, email));
  const parts = [
    ...(isMoved
      ? [
          `${verbs.move} '${before.title || 'Untitled'}' from ${from} to ${describeEventTime(toSpoken(after), zone)}`,
        ]
      : []),
    ...(before.title === after.title
      ? []
      : [`${verbs.rename} ${describeEvent(toSpoken(before), zone)} to '${after.title}'`]),
    ...(before.location === after.location ? [] : [`${verbs.place} ${now} to ${after.location || 'none'}`]),
    ...(invited.length > 0 ? [`${verbs.invite} ${describeNames(invited)} to ${now}`] : []),
    ...(removed.length > 0 ? [`${verbs.remove} ${describeNames(removed)} from ${now}`] : []),
    ...(input.recurrenceRule === undefined
      ? []
      : [`${verbs.repeat} ${now}, ${describeRepeat(input.recurrenceRule, zone)}`]),
    ...(input.description === undefined ? [] : [`${verbs.describe} ${now}`]),
    ...(input.note === undefined ? [] : [`${verbs.note} ${now}: '${input.note}'`]),
  ];
  return parts.length > 0 ? parts.join('; ') : `${verbs.change} ${now}`;
}
