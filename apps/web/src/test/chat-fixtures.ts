import type { ChatEvent, ChatStreamEvent, ChatTask, ChatTurn } from '@dayloom/contracts';

export const CONVERSATION = '10000000-0000-4000-8000-000000000001';

let turns = 0;
export function aTurn(change: Partial<ChatTurn> = {}): ChatTurn {
  turns += 1;
  return {
    id: crypto.randomUUID(),
    text: `Message ${turns}`,
    reply: `Reply ${turns}`,
    mode: 'basic',
    notice: null,
    state: 'done',
    actions: [],
    cards: [],
    isUndoable: false,
    createdAt: '2026-11-18T08:00:00.000Z',
    ...change,
  };
}

export function aChatEvent(change: Partial<ChatEvent> = {}): ChatEvent {
  return {
    eventId: crypto.randomUUID(),
    recurrenceId: null,
    title: 'Pricing preview',
    startsAt: '2026-11-24T10:00:00Z',
    endsAt: '2026-11-24T10:45:00Z',
    isAllDay: false,
    startsOn: null,
    endsOn: null,
    location: '',
    attendees: [],
    isRecurring: false,
    ...change,
  };
}

export function aChatTask(change: Partial<ChatTask> = {}): ChatTask {
  return {
    _id: crypto.randomUUID(),
    title: 'Write report',
    status: 'open',
    durationMinutes: 90,
    dueOn: '2026-11-27',
    dueAt: null,
    priority: 2,
    project: 'finance',
    planned: null,
    ...change,
  };
}

/** An event stream that a test writes to. */
export function openAnswer() {
  let writer!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      writer = controller;
    },
  });
  const toBytes = (event: ChatStreamEvent) => new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    toBytes,
    bytes: (bytes: Uint8Array) => writer.enqueue(bytes),
    send: (...events: ChatStreamEvent[]) => {
      for (const event of events) writer.enqueue(toBytes(event));
    },
    close: () => writer.close(),
    lose: () => writer.error(new TypeError('network error')),
  };
}

/** An answer that is complete at once. */
export function answerWith(turn: ChatTurn, conversationId = CONVERSATION): Response {
  const stream = openAnswer();
  stream.send(
    { type: 'started', conversationId, turnId: turn.id },
    { type: 'text', text: turn.reply },
    { type: 'done', conversationId, turn },
  );
  stream.close();
  return stream.response;
}
