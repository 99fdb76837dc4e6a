import { PassThrough } from 'node:stream';
import { type ChatStreamEvent, chatApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { getScope, route } from '#platform/http.ts';
import {
  clearConversations,
  listConversations,
  nameConversation,
  readHistory,
} from './operations/conversations.ts';
import type { AssistantPlatform } from './operations/platform.ts';
import {
  type Answered,
  answerMessage,
  applyTurn,
  discardTurn,
  getTurn,
  undoTurn,
} from './operations/turns.ts';

export function assistantRoutes(app: FastifyInstance, platform: AssistantPlatform): void {
  route(app, chatApi.createTurn, async ({ request, reply, body }) => {
    const answer = () => answerMessage(platform, getScope(request), body);
    if (!wantsStream(request)) return { ...(await answer()), message: 'Answered' };
    return stream(reply, answer);
  });
  route(app, chatApi.readTurn, async ({ request, reply, params }) => {
    const answer = () => getTurn(platform, getScope(request), params.id);
    if (!wantsStream(request)) return { ...(await answer()), message: 'Turn fetched' };
    return stream(reply, answer);
  });
  route(app, chatApi.applyTurn, async ({ request, params }) => ({
    ...(await applyTurn(platform, getScope(request), params.id)),
    message: 'Applied',
  }));
  route(app, chatApi.discardTurn, async ({ request, params }) => ({
    ...(await discardTurn(platform, getScope(request), params.id)),
    message: 'Discarded',
  }));
  route(app, chatApi.undoTurn, async ({ request, params }) => ({
    ...(await undoTurn(platform, getScope(request), params.id)),
    message: 'Undone',
  }));
  route(app, chatApi.stopTurn, async ({ request, params }) => ({
    ...(await getTurn(platform, getScope(request), params.id)),
    message: 'Stopped',
  }));
  route(app, chatApi.listConversations, async ({ request, query }) => ({
    conversations: await listConversations(platform, getScope(request), query),
    message: 'Conversations fetched',
  }));
  route(app, chatApi.history, async ({ request, query }) => ({
    ...(await readHistory(platform, getScope(request), query)),
    message: 'History fetched',
  }));
  route(app, chatApi.save, async ({ request, body }) => ({
    conversation: await nameConversation(platform, getScope(request), body.conversationId, body.title),
    message: 'Conversation saved',
  }));
  route(app, chatApi.clear, async ({ request, body }) => {
    await clearConversations(platform, getScope(request), body.conversationId ?? null);
    return { message: 'Chat cleared' };
  });
}

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false;

/** Sends an answer as server-sent events (`ChatStreamEvent`). The turn is kept even if the client leaves. */
async function stream(reply: FastifyReply, answer: () => Promise<Answered>): Promise<FastifyReply> {
  // Refusals before the first byte are ordinary error responses.
  const { conversationId, turn } = await answer();
  const events = new PassThrough();
  const send = (event: ChatStreamEvent) => events.write(`data: ${JSON.stringify(event)}\n\n`);
  send({ type: 'started', conversationId, turnId: turn.id });
  send({ type: 'text', text: turn.reply });
  send({ type: 'done', conversationId, turn });
  events.end();
  if (reply.raw.destroyed) throw new AppError('invalid_request', 'The request was aborted.');
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events);
}
