import { chatApi, type TurnState } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getScope, onDisconnect, route } from '#platform/http.ts';
import { answerMessage, beginTurn, completeTurn } from '../operations/answer-message.ts';
import {
  clearConversations,
  listConversations,
  nameConversation,
  readHistory,
} from '../operations/conversations.ts';
import type { AssistantPlatform } from '../operations/platform.ts';
import { followTurn, getTurn, stopTurn } from '../operations/stored-turns.ts';
import { applyTurn, discardTurn, undoTurn } from '../operations/turns.ts';
import { sendEvents } from './event-stream.ts';

export function assistantRoutes(app: FastifyInstance, platform: AssistantPlatform): void {
  route(app, chatApi.createTurn, async ({ request, reply, body }) => {
    const scope = getScope(request);
    if (!wantsStream(request))
      return { ...(await answerMessage(platform, scope, body)), message: 'Answered' };
    // Refusals before the first byte are ordinary error responses. The turn is kept even if the client leaves.
    const begun = await beginTurn(platform, scope, body);
    return sendEvents(reply, platform.log, async (send) => {
      const { id, conversationId } = begun.turn;
      send({ type: 'started', conversationId, turnId: id });
      send({ type: 'done', ...(await completeTurn(platform, scope, begun, send)) });
    });
  });
  route(app, chatApi.readTurn, async ({ request, reply, params }) => {
    const scope = getScope(request);
    const answered = await getTurn(platform, scope, params.id);
    if (!wantsStream(request)) return { ...answered, message: 'Turn fetched' };
    const gone = onDisconnect(reply);
    return sendEvents(reply, platform.log, async (send) => {
      for await (const event of followTurn(platform, scope, params.id, gone)) send(event);
    });
  });
  route(app, chatApi.applyTurn, async ({ request, params }) => {
    const answered = await applyTurn(platform, getScope(request), params.id);
    return { ...answered, message: APPLY_MESSAGES[answered.turn.state] ?? 'Not applied' };
  });
  route(app, chatApi.discardTurn, async ({ request, params }) => ({
    ...(await discardTurn(platform, getScope(request), params.id)),
    message: 'Discarded',
  }));
  route(app, chatApi.undoTurn, async ({ request, params }) => ({
    ...(await undoTurn(platform, getScope(request), params.id)),
    message: 'Undone',
  }));
  route(app, chatApi.stopTurn, async ({ request, params }) => ({
    ...(await stopTurn(platform, getScope(request), params.id)),
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

/** By what has become of the draft. */
const APPLY_MESSAGES: Partial<Record<TurnState, string>> = {
  done: 'Applied',
  waiting: 'Drafted again',
  discarded: 'Discarded',
};

const wantsStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false;
