import type { ChatStreamEvent, ChatTurn } from '@dayloom/contracts';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { ApiError } from '#lib/api.ts';
import { followTurn, type History, historyQuery, sendMessage, stopTurn } from '../api.ts';
import {
  areInSameConversation,
  type ConversationPlace,
  isUnderWay,
  type PendingTurn,
} from '../model/pending-turn.ts';
import { listSince } from '../model/turns.ts';
import { cacheTurn, refreshChanged, refreshChat } from './turn-cache.ts';

/** Pauses before a broken answer is asked for again. */
const RECONNECT_AFTER_MS = [0, 500, 1_500, 4_000, 8_000];
const LOST = 'The connection was lost before the answer was complete.';

/** In the query cache, because signing out clears it. Only this file sets it. */
export const pendingQuery = queryOptions<readonly PendingTurn[]>({
  queryKey: ['pending-turns'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});
/** The conversation that a message of a new chat has created, until the address names it. */
export const newConversationQuery = queryOptions<string | null>({
  queryKey: ['opened-conversation'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
});

const listPending = (client: QueryClient): readonly PendingTurn[] =>
  client.getQueryData(pendingQuery.queryKey) ?? [];

const setPending = (client: QueryClient, pending: readonly PendingTurn[]) =>
  void client.setQueryData(pendingQuery.queryKey, pending);

const findPending = (client: QueryClient, key: string) =>
  listPending(client).find((pending) => pending.key === key);

/** Does nothing if the entry is gone: signing out empties the list, and late answers are dropped. */
function patchPending(client: QueryClient, key: string, change: Partial<PendingTurn>): void {
  if (!findPending(client, key)) return;
  setPending(
    client,
    listPending(client).map((pending) => (pending.key === key ? { ...pending, ...change } : pending)),
  );
}

export const dropPending = (client: QueryClient, key: string): void =>
  setPending(
    client,
    listPending(client).filter((pending) => pending.key !== key),
  );

let messages = 0;

/** Shows a message at once and sends it when the one before it is answered. */
export function enqueueMessage(client: QueryClient, place: ConversationPlace, text: string): void {
  const pending = { place, text, conversationId: null, turnId: null, after: null, reply: '', failure: null };
  setPending(client, [...listPending(client), { ...pending, key: `message ${++messages}`, state: 'queued' }]);
  startNext(client);
}

/** Continues to read an answer that the server was already writing when the page was loaded. */
export function resumeTurn(client: QueryClient, conversationId: string, { id, text }: ChatTurn): void {
  if (listPending(client).some(({ turnId }) => turnId === id)) return;
  const turn = {
    place: conversationId,
    conversationId,
    turnId: id,
    after: null,
    text,
    reply: '',
    failure: null,
  };
  const pending: PendingTurn = { ...turn, key: id, state: 'reconnecting' };
  setPending(client, [...listPending(client), pending]);
  void run(client, pending);
}

/** Sends a message again; if the server has it after all, its answer is shown instead. */
export async function retryMessage(client: QueryClient, pending: PendingTurn): Promise<void> {
  const { key, turnId, failure } = pending;
  if (failure?.code === 'network' && turnId === null) {
    patchPending(client, key, { state: 'reconnecting', failure: null });
    try {
      if (await isReceived(client, pending)) return dropPending(client, key);
    } catch {
      return patchPending(client, key, { state: 'failed', failure });
    }
  }
  const isKnown = failure?.code === 'network' && turnId !== null;
  patchPending(client, key, { state: 'queued', failure: null, reply: '', turnId: isKnown ? turnId : null });
  startNext(client);
}

/** Whether the server has a message whose request was lost. */
async function isReceived(client: QueryClient, pending: PendingTurn): Promise<boolean> {
  const { conversationId, after, text } = pending;
  const history = await client.fetchQuery({ ...historyQuery(conversationId), staleTime: 0 });
  // If the server had received it, the latest conversation would be a new one, without the former last turn.
  if (conversationId === null && history.turns.some(({ id }) => id === after)) return false;
  const isThere = listSince(history.turns, after).some((turn) => turn.text === text);
  if (isThere && conversationId === null)
    client.setQueryData(newConversationQuery.queryKey, history.conversationId);
  return isThere;
}

/** Stops an answer. One whose turn the server has not named yet is stopped as soon as it does. */
export async function stopAnswer(client: QueryClient, { key, turnId, state }: PendingTurn): Promise<void> {
  if (state === 'queued') return dropPending(client, key);
  patchPending(client, key, { state: 'stopping' });
  if (turnId === null) return;
  try {
    const { conversationId, turn } = await stopTurn(turnId);
    if (findPending(client, key)) finish(client, key, conversationId, turn);
  } catch {
    // It was complete already, or the stream reports why not.
    patchPending(client, key, { state: 'writing' });
  }
}

function startNext(client: QueryClient): void {
  const all = listPending(client);
  for (const pending of all) {
    if (pending.state !== 'queued') continue;
    const isBehind = all
      .slice(0, all.indexOf(pending))
      .some((other) => other.state !== 'failed' && areInSameConversation(other, pending));
    const isBusy = all.some((other) => isUnderWay(other) && areInSameConversation(other, pending));
    if (isBehind || isBusy) continue;
    patchPending(client, pending.key, { state: pending.turnId === null ? 'sending' : 'reconnecting' });
    void run(client, pending);
  }
}

async function run(client: QueryClient, { key }: PendingTurn): Promise<void> {
  try {
    await complete(client, key);
  } catch (error) {
    const { code, message } =
      error instanceof ApiError ? error : new ApiError('network', LOST, { cause: error });
    patchPending(client, key, { state: 'failed', failure: { code, message } });
    if (findPending(client, key)?.turnId) refreshChat(client);
  }
  startNext(client);
}

/** Sends the message, or asks for the answer again, until it is complete. */
async function complete(client: QueryClient, key: string): Promise<void> {
  const abort = new AbortController();
  for (let broken = 0; ; broken++) {
    const pending = findPending(client, key);
    if (!pending) return;
    if (pending.turnId !== null && broken > 0) await pause(RECONNECT_AFTER_MS[broken - 1] ?? 0);
    try {
      const events =
        pending.turnId === null
          ? sendMessage(
              { text: pending.text, conversationId: await findConversation(client, pending) },
              abort.signal,
            )
          : followTurn(pending.turnId, abort.signal);
      if (await read(client, key, events)) return;
    } catch (error) {
      // A refusal is final. A lost connection is not, once the server has the message.
      const isLost = !(error instanceof ApiError) || error.code === 'network';
      if (!isLost || !findPending(client, key)?.turnId || broken >= RECONNECT_AFTER_MS.length) throw error;
    } finally {
      // The connection is not needed any more, also after an error.
      if (!findPending(client, key)) abort.abort();
    }
    if (!findPending(client, key)?.turnId || broken >= RECONNECT_AFTER_MS.length)
      throw new ApiError('network', LOST);
    patchPending(client, key, { state: 'reconnecting' });
  }
}

async function findConversation(client: QueryClient, pending: PendingTurn): Promise<string | null> {
  const { place, key } = pending;
  if (pending.conversationId !== null) return pending.conversationId;
  if (place === 'new') {
    const latest = client.getQueryData(historyQuery(null).queryKey);
    patchPending(client, key, { after: latest?.turns.at(-1)?.id ?? null });
    return null;
  }
  const id =
    place === 'latest'
      ? await client.ensureQueryData(historyQuery(null)).then(
          ({ conversationId }) => conversationId,
          () => null,
        )
      : place;
  const turns = id === null ? [] : client.getQueryData(historyQuery(id).queryKey)?.turns;
  patchPending(client, key, { conversationId: id, after: turns?.at(-1)?.id ?? null });
  return id;
}

/** Whether the answer is complete, or its message gone. */
async function read(
  client: QueryClient,
  key: string,
  events: AsyncGenerator<ChatStreamEvent>,
): Promise<boolean> {
  let reply = '';
  for await (const event of events) {
    const pending = findPending(client, key);
    if (!pending) return true;
    if (event.type === 'started') {
      // Another run: the text starts over.
      reply = '';
      start(client, pending, event);
    } else if (event.type === 'text') {
      reply += event.text;
      patchPending(client, key, { reply, ...(pending.state === 'reconnecting' && { state: 'writing' }) });
    } else if (event.type === 'done') {
      finish(client, key, event.conversationId, event.turn);
      return true;
    } else if (event.type === 'error') throw new ApiError(event.code as ApiError['code'], event.message);
  }
  return false;
}

function start(
  client: QueryClient,
  pending: PendingTurn,
  { conversationId, turnId }: { conversationId: string; turnId: string },
): void {
  const { key, place, state } = pending;
  if (pending.conversationId === null) {
    client.setQueryData(newConversationQuery.queryKey, conversationId);
    // Messages that were written meanwhile belong to the same new conversation.
    for (const other of listPending(client))
      if (other.conversationId === null && other.place === place)
        patchPending(client, other.key, { conversationId });
  }
  patchPending(client, key, { conversationId, turnId, reply: '' });
  if (state === 'stopping') void stopAnswer(client, { ...pending, turnId });
  else patchPending(client, key, { state: 'writing' });
}

function finish(client: QueryClient, key: string, conversationId: string, turn: ChatTurn): void {
  dropPending(client, key);
  client.setQueryData<History>(
    historyQuery(conversationId).queryKey,
    (history) => history ?? findLatest(client, conversationId),
  );
  cacheTurn(client, conversationId, turn);
  refreshChat(client);
  refreshChanged(client, turn);
}

/** What is known of a conversation that was not read by its id yet. */
function findLatest(client: QueryClient, conversationId: string): History | undefined {
  const latest = client.getQueryData(historyQuery(null).queryKey);
  if (!latest || latest.conversationId === conversationId) return latest;
  return { ...latest, conversationId, title: null, turns: [] };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
