import { type ChatStreamEvent, type ChatTurn, chatApi, type EndpointResponse } from '@dayloom/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, openStream } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { eventData } from '#lib/stream.ts';
import { browserTimeZone } from '#lib/viewer.ts';

export type History = EndpointResponse<typeof chatApi.history>;

const MAX_TURNS = 200;
const MAX_CONVERSATIONS = 100;
const EVENT_STREAM = 'text/event-stream';

/** A conversation with its turns; null for the latest one. */
export const historyQuery = (conversationId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.chat, 'history', conversationId ?? 'latest'],
    queryFn: ({ signal }) =>
      call(
        chatApi.history,
        { query: { limit: MAX_TURNS, ...(conversationId !== null && { conversationId }) } },
        { signal },
      ),
  });

export const conversationsQuery = (words: string) =>
  queryOptions({
    queryKey: [...queryKeys.chat, 'conversations', words],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_CONVERSATIONS, ...(words !== '' && { q: words }) };
      return (await call(chatApi.listConversations, { query }, { signal })).conversations;
    },
  });

interface Message {
  readonly text: string;
  readonly conversationId: string | null;
}

/** Sends a message and reads the answer while it is written. */
export async function* sendMessage(
  { text, conversationId }: Message,
  signal: AbortSignal,
): AsyncGenerator<ChatStreamEvent> {
  const body = {
    text,
    timeZone: browserTimeZone(),
    locale: navigator.language,
    ...(conversationId !== null && { conversationId }),
  };
  yield* readAnswer(await openStream(chatApi.createTurn, signal, { body, accept: EVENT_STREAM }));
}

/** Reads an answer that is being written from its beginning. */
export async function* followTurn(id: string, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
  yield* readAnswer(await openStream(chatApi.readTurn, signal, { params: { id }, accept: EVENT_STREAM }));
}

export const stopTurn = (id: string) => call(chatApi.stopTurn, { params: { id } });

const decisions = { apply: chatApi.applyTurn, discard: chatApi.discardTurn, undo: chatApi.undoTurn };
export type Decision = keyof typeof decisions;
export const sendDecision = (decision: Decision, { id }: ChatTurn) =>
  call(decisions[decision], { params: { id } });

export const renameConversation = (conversationId: string, title: string) =>
  call(chatApi.save, { body: { conversationId, title } });

/** Clears a conversation; all of them with null. */
export const clearConversation = (conversationId: string | null) =>
  call(chatApi.clear, { body: conversationId === null ? {} : { conversationId } });

/** The events of a stream, or those that a complete answer stands for. */
async function* readAnswer(response: Response): AsyncGenerator<ChatStreamEvent> {
  if (!response.headers.get('content-type')?.startsWith(EVENT_STREAM)) {
    const answer: EndpointResponse<typeof chatApi.readTurn> = parseJson(await response.text());
    const { conversationId, turn } = answer;
    yield { type: 'started', conversationId, turnId: turn.id };
    // A turn that is still running is asked for again.
    if (turn.state !== 'running') yield { type: 'done', conversationId, turn };
    return;
  }
  if (!response.body) return;
  for await (const data of eventData(response.body)) {
    // A newer server may send events of types that no reader knows.
    const event: ChatStreamEvent = parseJson(data);
    yield event;
  }
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(
      'unreadable',
      'The server sent an answer that this page does not understand. Reload the page.',
      { cause },
    );
  }
}
