import { z } from 'zod';
import { EditScope } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, LocalDate, line, succeeded, TimeZone } from './values.ts';

/** The longest message. Pasted mails and notes are messages, too. */
export const MAX_MESSAGE_CHARACTERS = 8_000;

/** A well-formed tag (BCP 47), such as every browser has. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** An event as the assistant shows it. */
export const ChatEvent = z
  .object({
    eventId: Id,
    recurrenceId: z.string().nullable(),
    title: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    isAllDay: z.boolean(),
    /** All-day only: the first date and the date after the last one. */
    startsOn: LocalDate.nullable(),
    endsOn: LocalDate.nullable(),
    location: z.string(),
    attendees: z.array(z.object({ email: z.string(), name: z.string() })),
    isRecurring: z.boolean(),
  })
  .meta({ id: 'ChatEvent' });
export type ChatEvent = z.infer<typeof ChatEvent>;

/** A task as the assistant shows it. */
export const ChatTask = z
  .object({
    _id: Id,
    title: z.string(),
    status: z.enum(['open', 'done']),
    durationMinutes: z.int(),
    dueOn: LocalDate.nullable(),
    dueAt: Instant.nullable(),
    priority: z.int(),
    project: z.string().nullable(),
    planned: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  })
  .meta({ id: 'ChatTask' });
export type ChatTask = z.infer<typeof ChatTask>;

/** What a change does to an object: `draft` cards show what Apply will do, the others what was done. */
const changes = ['created', 'changed', 'deleted'] as const;
const Change = z.enum(changes).nullable();
export type CardChange = z.infer<typeof Change>;

/** What an answer shows under its text. */
export const ChatCard = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('event'),
      change: Change,
      event: ChatEvent,
      /** The event before the change. */
      before: ChatEvent.nullable(),
      /** How much of its series changes with a recurring event. */
      scope: EditScope.optional(),
    }),
    z.object({ kind: z.literal('task'), change: Change, task: ChatTask, before: ChatTask.nullable() }),
    /** Events of a period, in the order of their start. */
    z.object({ kind: z.literal('agenda'), from: Instant, to: Instant, events: z.array(ChatEvent) }),
    z.object({ kind: z.literal('tasks'), tasks: z.array(ChatTask), total: z.int() }),
    /** Answers to choose from: a click sends `text` as the next message. */
    z.object({
      kind: z.literal('choices'),
      choices: z.array(z.object({ label: z.string(), text: z.string() })),
    }),
    /** Free times to choose from: a click sends `text` as the next message. */
    z.object({
      kind: z.literal('slots'),
      slots: z.array(z.object({ startsAt: Instant, endsAt: Instant, text: z.string() })),
    }),
    /** A proposal of the planner. Applying the turn accepts it. */
    z.object({
      kind: z.literal('plan'),
      proposalId: Id,
      changes: z.array(
        z.object({
          title: z.string(),
          before: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
          after: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
        }),
      ),
      /** Titles of tasks that do not fit. */
      unplanned: z.array(z.string()),
    }),
    z.object({
      kind: z.literal('meeting'),
      requestId: Id.nullable(),
      title: z.string(),
      durationMinutes: z.int(),
      times: z.array(Instant),
      attendees: z.array(z.object({ email: z.string(), name: z.string() })),
    }),
  ])
  .meta({ id: 'ChatCard' });
export type ChatCard = z.infer<typeof ChatCard>;

/**
 * `waiting`: drafted; nothing changes before it is applied. `question`: the assistant asks for something that is
 * missing. `running` is seen only while an answer is streamed.
 */
export const turnStates = [
  'running',
  'done',
  'waiting',
  'question',
  'not_understood',
  'failed',
  'discarded',
  'undone',
] as const;
export type TurnState = (typeof turnStates)[number];

/** `basic`: our own model of everyday English. `model`: a language model. */
export const chatModes = ['basic', 'model'] as const;
export type ChatMode = (typeof chatModes)[number];

/** The last line of an answer of a language model that changed nothing, whatever it says before. */
export const NOTHING_CHANGED = 'Nothing was changed.';

export const actionStates = ['done', 'waiting', 'failed', 'discarded', 'undone'] as const;

/** One call of a tool. */
export const ChatAction = z
  .object({
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** What it did or will do, in words, with absolute dates and times. */
    summary: z.string(),
    state: z.enum(actionStates),
  })
  .meta({ id: 'ChatAction' });
export type ChatAction = z.infer<typeof ChatAction>;

/** A message and the answer to it. */
export const ChatTurn = z
  .object({
    id: Id,
    text: z.string(),
    reply: z.string(),
    mode: z.enum(chatModes),
    /** Why it was not answered as `mode` of the history says, in words. */
    notice: z.string().nullable(),
    state: z.enum(turnStates),
    actions: z.array(ChatAction),
    cards: z.array(ChatCard),
    /** Whether it changed something that can be undone now. */
    isUndoable: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: 'ChatTurn' });
export type ChatTurn = z.infer<typeof ChatTurn>;

export const Conversation = z
  .object({ id: Id, title: z.string(), updatedAt: Instant })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

/**
 * What the stream of a turn sends: the text of the reply in pieces, then the whole turn, whose reply counts. Another
 * `started` means that the text starts over.
 */
export const ChatStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), conversationId: Id, turnId: Id }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('done'), conversationId: Id, turn: ChatTurn }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
]);
export type ChatStreamEvent = z.infer<typeof ChatStreamEvent>;

const TurnResponse = z.object({ ...succeeded, conversationId: Id, turn: ChatTurn, message: z.string() });
const TurnId = z.object({ id: Id });
const Count = z.object({ used: z.int(), limit: z.int().nullable() });

export const chatApi = {
  createTurn: endpoint({
    method: 'POST',
    path: '/chat/turns',
    summary:
      'Send a message to the assistant. With `Accept: text/event-stream` the answer is streamed as `ChatStreamEvent`s',
    access: 'user',
    body: z.object({
      text: z.string().trim().min(1, 'Write a message first').max(MAX_MESSAGE_CHARACTERS),
      /** A new conversation if absent. */
      conversationId: Id.optional(),
      /** The zone of the times in the message; the user's display zone if absent. */
      timeZone: TimeZone.optional(),
      /** BCP 47; decides whether 3/4 is in March or in April. American English if absent. */
      locale: z.string().max(35).refine(isLocale, 'must be a locale such as en-GB').optional(),
    }),
    response: TurnResponse,
  }),
  applyTurn: endpoint({
    method: 'POST',
    path: '/chat/turns/:id/apply',
    summary: 'Carry out what a turn has drafted',
    access: 'user',
    params: TurnId,
    response: TurnResponse,
  }),
  discardTurn: endpoint({
    method: 'POST',
    path: '/chat/turns/:id/discard',
    summary: 'Drop what a turn has drafted',
    access: 'user',
    params: TurnId,
    response: TurnResponse,
  }),
  undoTurn: endpoint({
    method: 'POST',
    path: '/chat/turns/:id/undo',
    summary: 'Undo everything that a turn changed',
    access: 'user',
    params: TurnId,
    response: TurnResponse,
  }),
  stopTurn: endpoint({
    method: 'POST',
    path: '/chat/turns/:id/stop',
    summary:
      'Stop an answer that is being written. One that is being carried out is finished, and can be undone',
    access: 'user',
    params: TurnId,
    response: TurnResponse,
  }),
  readTurn: endpoint({
    method: 'GET',
    path: '/chat/turns/:id',
    summary:
      'One turn. With `Accept: text/event-stream` an answer that is still being written is streamed from its beginning',
    access: 'user',
    params: TurnId,
    response: TurnResponse,
  }),
  listConversations: endpoint({
    method: 'GET',
    path: '/chat/conversations',
    summary: "The user's conversations, the latest first",
    access: 'user',
    query: z.object({
      /** Words in the title or in the messages. */
      q: z.string().trim().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: z.object({ ...succeeded, conversations: z.array(Conversation), message: z.string() }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/user/chat/history',
    summary: 'The turns of a conversation, the oldest first; of the latest one without `conversationId`',
    access: 'user',
    query: z.object({
      conversationId: Id.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    response: z.object({
      ...succeeded,
      conversationId: Id.nullable(),
      title: z.string().nullable(),
      turns: z.array(ChatTurn),
      /** How the next message is answered. */
      mode: z.enum(chatModes),
      /** Messages of the user's day and month. */
      messages: z.object({ today: Count, month: Count }),
      message: z.string(),
    }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/user/chat/save',
    summary: 'Name a conversation',
    access: 'user',
    body: z.object({ conversationId: Id, title: line(120).min(1) }),
    response: z.object({ ...succeeded, conversation: Conversation, message: z.string() }),
  }),
  clear: endpoint({
    method: 'POST',
    path: '/user/chat/clear',
    summary: 'Delete a conversation, or all of them. What they changed stays',
    access: 'user',
    body: z.object({ conversationId: Id.optional() }),
    response: z.object({ ...succeeded, message: z.string() }),
  }),
};
