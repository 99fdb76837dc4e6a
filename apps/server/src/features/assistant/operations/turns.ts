import { randomUUID } from 'node:crypto';
import type { ChatTurn } from '@dayloom/contracts';
import {
  addMentions,
  converse,
  type DialogueAnswer,
  type DialogueState,
  NEW_DIALOGUE,
} from '@dayloom/language/dialogue';
import { countMessage } from '#features/account/operations/messages.ts';
import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { asAssistant, type Scope } from '#platform/scope.ts';
import type { CallResults } from '../model/call-results.ts';
import { type StoredConversation, type StoredTurn, toChatTurn } from '../model/turn.ts';
import { listMentions, toAnswerCards, toReply } from '../rules/reply.ts';
import { findConversation, insertConversation, saveState } from '../store/conversations.ts';
import { findLatestTurn, findTurn, insertTurn, moveTurn, saveTurn } from '../store/turns.ts';
import { loadDialogueData } from './dialogue-data.ts';
import type { AssistantPlatform } from './platform.ts';
import { runDraft, runOrDraft } from './run-calls.ts';

export interface Answered {
  readonly conversationId: string;
  readonly turn: ChatTurn;
}

export interface MessageInput {
  readonly text: string;
  readonly conversationId?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly locale?: string | undefined;
}

const MOST_TITLE = 60;

/** Answers a message: understands it, runs or drafts what it asks for, and keeps both. */
export async function answerMessage(
  platform: AssistantPlatform,
  scope: Scope,
  { text, conversationId, timeZone: asked, locale = 'en-US' }: MessageInput,
): Promise<Answered> {
  const { db, clock } = platform;
  const conversation =
    conversationId === undefined ? null : await findConversation(db, scope, conversationId);
  if (conversationId !== undefined && !conversation) throw notFound('The conversation');
  await countMessage(platform, scope);
  const timeZone = asked ?? (await getDisplayTimeZone(platform, scope));
  const current: StoredConversation = conversation ?? {
    id: randomUUID(),
    title: text.replace(/\s+/g, ' ').slice(0, MOST_TITLE),
    state: NEW_DIALOGUE,
    updatedAt: clock(),
  };
  const data = await loadDialogueData(platform, scope, { timeZone, locale });
  const answer = converse(text, data, current.state);
  if (!conversation) await insertConversation(db, scope, current);
  const turn: StoredTurn = {
    id: randomUUID(),
    conversationId: current.id,
    text,
    reply: answer.reply,
    mode: 'basic',
    state: answer.kind === 'question' || answer.kind === 'not_understood' ? answer.kind : 'done',
    actions: [],
    cards: toAnswerCards(answer, data),
    commandIds: [],
    createdAt: clock(),
  };
  const context = { platform, scope, timeZone, answer, turn };
  const { answered, state } = await act(context);
  await insertTurn(db, scope, answered);
  await saveState(db, scope, current.id, { state, updatedAt: clock() });
  await notifyChanged(db, scope, 'chat');
  return { conversationId: current.id, turn: toChatTurn(answered) };
}

interface Acting {
  readonly platform: AssistantPlatform;
  readonly scope: Scope;
  readonly timeZone: string;
  readonly answer: DialogueAnswer;
  readonly turn: StoredTurn;
}

interface Acted {
  readonly answered: StoredTurn;
  readonly state: DialogueState;
}

async function act(context: Acting): Promise<Acted> {
  const { platform, scope, timeZone, answer, turn } = context;
  const { state } = answer;
  switch (answer.kind) {
    case 'calls': {
      if (answer.replacesDraft) await discardWaiting(context);
      const results = await runOrDraft(platform, scope, timeZone, answer.calls);
      return {
        answered: withResults(turn, results, toReply(results, answer.reply)),
        state: answer.isReadOnly ? state : afterCalls(state, results),
      };
    }
    case 'undo':
      return undoLatest(context);
    case 'apply': {
      const waiting = await findWaiting(context);
      if (!waiting) return { answered: { ...turn, reply: 'There is nothing to apply.' }, state };
      const applied = await applyTurn(platform, scope, waiting.id);
      return {
        answered: { ...turn, reply: applied.turn.reply, cards: applied.turn.cards },
        state: { ...state, mentions: addMentions(listMentions(applied.turn.cards), state.mentions) },
      };
    }
    case 'discard':
      await discardWaiting(context);
      return { answered: { ...turn, reply: 'Discarded. Nothing was changed.' }, state };
    default:
      return { answered: turn, state };
  }
}

const withResults = (turn: StoredTurn, results: CallResults, reply: string): StoredTurn => ({
  ...turn,
  reply,
  state: results.state,
  actions: results.actions,
  cards: [...turn.cards, ...results.cards],
  commandIds: results.commandIds,
});

/** A draft can be corrected until it is applied; what was made is what 'it' means next. */
function afterCalls(state: DialogueState, { state: outcome, cards }: CallResults): DialogueState {
  if (outcome === 'waiting') return state;
  const mentions = outcome === 'done' ? addMentions(listMentions(cards), state.mentions) : state.mentions;
  return { ...state, draft: null, mentions };
}

const findWaiting = ({ platform, scope, turn }: Acting): Promise<StoredTurn | null> =>
  findLatestTurn(platform.db, scope, turn.conversationId, 'waiting', { isChange: false });

async function discardWaiting(context: Acting): Promise<void> {
  const waiting = await findWaiting(context);
  if (waiting) await discardTurn(context.platform, context.scope, waiting.id);
}

async function undoLatest({ platform, scope, answer, turn }: Acting): Promise<Acted> {
  const latest = await findLatestTurn(platform.db, scope, turn.conversationId, 'done', { isChange: true });
  if (!latest)
    return {
      answered: { ...turn, reply: 'There is nothing to undo in this conversation.' },
      state: answer.state,
    };
  const { turn: undone } = await undoTurn(platform, scope, latest.id);
  return { answered: { ...turn, reply: sayUndone(undone) }, state: answer.state };
}

const sayUndone = ({ actions }: Pick<ChatTurn, 'actions'>): string =>
  `Undid: ${actions.map(({ summary }) => summary).join('; ')}.`;

export async function getTurn(
  { db }: Pick<AssistantPlatform, 'db'>,
  scope: Scope,
  id: string,
): Promise<Answered> {
  const turn = await findTurn(db, scope, id);
  if (!turn) throw notFound('The message');
  return { conversationId: turn.conversationId, turn: toChatTurn(turn) };
}

/** Takes the turn out of a state for this request alone. */
async function claim(
  { db }: Pick<AssistantPlatform, 'db'>,
  scope: Scope,
  id: string,
  from: 'waiting' | 'done',
): Promise<StoredTurn> {
  const found = await findTurn(db, scope, id);
  if (!found) throw notFound('The message');
  const claimed = await moveTurn(db, scope, id, { from, to: 'running' });
  if (claimed) return claimed;
  if (found.state === 'undone') throw new AppError('already_undone', 'This was already undone.');
  throw new AppError(
    'version_conflict',
    from === 'waiting' ? 'This draft was already applied or discarded.' : 'There is nothing to undo.',
  );
}

async function settle(platform: AssistantPlatform, scope: Scope, turn: StoredTurn): Promise<Answered> {
  await saveTurn(platform.db, scope, turn);
  await notifyChanged(platform.db, scope, 'chat');
  return { conversationId: turn.conversationId, turn: toChatTurn(turn) };
}

/** Carries out what a turn has drafted. */
export async function applyTurn(platform: AssistantPlatform, scope: Scope, id: string): Promise<Answered> {
  const turn = await claim(platform, scope, id, 'waiting');
  try {
    const timeZone = await getDisplayTimeZone(platform, scope);
    const results = await runDraft(platform, scope, timeZone, turn.actions);
    // The plan stays to be seen; the other cards show what was done instead.
    const plans = turn.cards.filter(({ kind }) => kind === 'plan');
    const answered = withResults({ ...turn, cards: plans }, results, toReply(results, ''));
    await rememberIn(platform, scope, turn.conversationId, (state) => afterCalls(state, results));
    return await settle(platform, scope, answered);
  } catch (error) {
    await saveTurn(platform.db, scope, turn.state === 'running' ? { ...turn, state: 'waiting' } : turn);
    throw error;
  }
}

async function rememberIn(
  { db, clock }: Pick<AssistantPlatform, 'db' | 'clock'>,
  scope: Scope,
  conversationId: string,
  toNext: (state: DialogueState) => DialogueState,
): Promise<void> {
  const conversation = await findConversation(db, scope, conversationId);
  if (conversation)
    await saveState(db, scope, conversationId, { state: toNext(conversation.state), updatedAt: clock() });
}

/** Drops what a turn has drafted. */
export async function discardTurn(platform: AssistantPlatform, scope: Scope, id: string): Promise<Answered> {
  const turn = await claim(platform, scope, id, 'waiting');
  await rememberIn(platform, scope, turn.conversationId, (state) => ({ ...state, draft: null }));
  return settle(platform, scope, {
    ...turn,
    state: 'discarded',
    actions: turn.actions.map((action) => ({ ...action, state: 'discarded' })),
  });
}

/** Undoes everything that a turn has changed, after it was synced as well. */
export async function undoTurn(platform: AssistantPlatform, scope: Scope, id: string): Promise<Answered> {
  const turn = await claim(platform, scope, id, 'done');
  if (turn.commandIds.length === 0) {
    await saveTurn(platform.db, scope, { ...turn, state: 'done' });
    throw new AppError('version_conflict', 'There is nothing to undo.');
  }
  try {
    const undone = await platform.journal.undoAll(asAssistant(scope), turn.commandIds);
    const notices = undone.flatMap(({ notice }) => notice ?? []).join(' ');
    return await settle(platform, scope, {
      ...turn,
      state: 'undone',
      reply: notices === '' ? turn.reply : `${turn.reply}\n${notices}`,
      actions: turn.actions.map((action) => ({ ...action, state: 'undone' })),
    });
  } catch (error) {
    const isOver = error instanceof AppError && error.code === 'already_undone';
    await saveTurn(platform.db, scope, { ...turn, state: isOver ? 'undone' : 'done' });
    throw error;
  }
}
