import { randomUUID } from 'node:crypto';
import { addMentions, type DialogueState } from '@dayloom/language/dialogue-state';
import { DAY_MS } from '@dayloom/time';
import { getDisplayTimeZone } from '#features/account/operations/time-rules.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { asAssistant, type Scope } from '#platform/scope.ts';
import type { CallResults } from '../model/call-results.ts';
import type { RunPhase, StoredTurn, TurnRun } from '../model/turn.ts';
import { listMentions, toReply } from '../rules/reply.ts';
import { decideUndone, describeKept, type UndoneCommand } from '../rules/undone.ts';
import { findConversation, saveState } from '../store/conversations.ts';
import { claimTurn, endRun } from '../store/turn-runs.ts';
import type { AssistantPlatform } from './platform.ts';
import { runDraft } from './run-calls.ts';
import { type AnsweredTurn, endInterrupted, getStoredTurn, toAnsweredTurn } from './stored-turns.ts';

export function newRun({ clock }: Pick<Platform, 'clock'>, phase: RunPhase): TurnRun {
  const now = clock();
  return { id: randomUUID(), phase, since: now, aliveAt: now };
}

/** Works on a turn in a state, for this request alone. If the work fails, the turn is as it was. */
async function runOnClaimedTurn(
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'runningTurns'>,
  scope: Scope,
  id: string,
  { from, phase }: { readonly from: 'waiting' | 'done'; readonly phase: RunPhase },
  work: (turn: StoredTurn) => Promise<StoredTurn>,
): Promise<AnsweredTurn> {
  const { db, runningTurns } = platform;
  const found = await getStoredTurn(platform, scope, id);
  const run = newRun(platform, phase);
  const turn = await claimTurn(db, scope, id, from, run);
  if (!turn) throw refuse(found, from);
  const open = runningTurns.open(scope, id, run.id);
  try {
    return await runningTurns.track(
      work(turn).then(async (next) => {
        const ended = await endRun(db, scope, next, { runId: run.id });
        await notifyChanged(db, scope, 'chat');
        return toAnsweredTurn(ended ?? (await getStoredTurn(platform, scope, id)));
      }),
    );
  } catch (error) {
    await endInterrupted(platform, scope, turn);
    throw error;
  } finally {
    await open.close();
  }
}

function refuse(found: StoredTurn, from: 'waiting' | 'done'): AppError {
  if (found.state === 'undone') return new AppError('already_undone', 'This was already undone.');
  return new AppError(
    'version_conflict',
    from === 'waiting' ? 'This draft was already applied or discarded.' : 'There is nothing to undo.',
  );
}

/** In an older draft, 'tomorrow' means a day that has passed. */
const MAX_DRAFT_MS = DAY_MS;

/** Carries out what a turn has drafted. */
export const applyTurn = (
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'runningTurns' | 'tools'>,
  scope: Scope,
  id: string,
): Promise<AnsweredTurn> =>
  runOnClaimedTurn(platform, scope, id, { from: 'waiting', phase: 'applying' }, async (turn) => {
    if (platform.clock().getTime() - turn.createdAt.getTime() > MAX_DRAFT_MS) {
      await updateConversationState(platform, scope, turn.conversationId, (state) => ({
        ...state,
        draft: null,
      }));
      return {
        ...asDiscarded(turn),
        reply: 'This draft was more than a day old, so it was discarded. Nothing was changed. Ask again.',
      };
    }
    const timeZone = turn.timeZone ?? (await getDisplayTimeZone(platform, scope));
    const results = await runDraft(platform, scope, { turnId: id, timeZone }, turn.actions);
    await updateConversationState(platform, scope, turn.conversationId, (state) =>
      toStateAfterCalls(state, results),
    );
    if (results.isDraftedAgain) return withResults({ ...turn, cards: [] }, results, toReply(results, ''));
    // The plan stays to be seen; the other cards show what was done instead.
    const plans = turn.cards.filter(({ kind }) => kind === 'plan');
    return withResults({ ...turn, cards: plans }, results, toReply(results, ''));
  });

/** Drops what a turn has drafted. */
export const discardTurn = (
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'runningTurns'>,
  scope: Scope,
  id: string,
): Promise<AnsweredTurn> =>
  runOnClaimedTurn(platform, scope, id, { from: 'waiting', phase: 'applying' }, async (turn) => {
    await updateConversationState(platform, scope, turn.conversationId, (state) => ({
      ...state,
      draft: null,
    }));
    return asDiscarded(turn);
  });

const asDiscarded = (turn: StoredTurn): StoredTurn => ({
  ...turn,
  state: 'discarded',
  actions: turn.actions.map((action) => ({ ...action, state: 'discarded' })),
});

/**
 * Undoes everything that a turn has changed, after it was synced as well. What somebody has changed since is kept, and
 * named. If that is all of it, the turn stays done, and cannot be undone again.
 */
export const undoTurn = (
  platform: DbContext & Pick<AssistantPlatform, 'journal' | 'runningTurns' | 'tools'>,
  scope: Scope,
  id: string,
): Promise<AnsweredTurn> =>
  runOnClaimedTurn(platform, scope, id, { from: 'done', phase: 'undoing' }, async (turn) => {
    if (turn.commandIds.length === 0) throw new AppError('version_conflict', 'There is nothing to undo.');
    const undone = await undoCommands(platform, scope, turn);
    const isFinal = (name: string) => platform.tools.some((tool) => tool.name === name && tool.isFinal);
    const { state, actions } = decideUndone(turn, undone, isFinal);
    const reply = joinLines(turn.reply, describeKept(turn, undone, isFinal));
    return { ...turn, state, actions, reply, ...(state === 'done' && { commandIds: [] }) };
  });

const joinLines = (one: string, other: string): string => (other === '' ? one : `${one}\n${other}`);

/** If they were undone one by one before, the turn is undone by that. */
async function undoCommands(
  { db, journal }: Pick<Platform, 'db' | 'journal'>,
  scope: Scope,
  turn: StoredTurn,
): Promise<readonly UndoneCommand[]> {
  try {
    return await journal.undoAll(asAssistant(scope), turn.commandIds);
  } catch (error) {
    const isOver = error instanceof AppError && error.code === 'already_undone';
    if (isOver && turn.run) await endRun(db, scope, { ...turn, state: 'undone' }, { runId: turn.run.id });
    throw error;
  }
}

export const withResults = (turn: StoredTurn, results: CallResults, reply: string): StoredTurn => ({
  ...turn,
  reply,
  state: results.state,
  actions: results.actions,
  cards: [...turn.cards, ...results.cards],
  commandIds: results.commandIds,
});

/** A draft can be corrected until it is applied; what was made is what 'it' means next. */
export function toStateAfterCalls(
  state: DialogueState,
  { state: outcome, cards }: CallResults,
): DialogueState {
  if (outcome === 'waiting') return state;
  return outcome === 'done' ? withMentions({ ...state, draft: null }, cards) : { ...state, draft: null };
}

/** What the cards show is what 'it' means next, and 'the first one' if there are several. */
export function withMentions(state: DialogueState, cards: CallResults['cards']): DialogueState {
  const shown = listMentions(cards);
  const mentions = addMentions(shown, state.mentions);
  return { ...state, mentions, listed: shown.length > 1 ? shown : state.listed };
}

async function updateConversationState(
  { db, clock }: DbContext,
  scope: Scope,
  conversationId: string,
  toNext: (state: DialogueState) => DialogueState,
): Promise<void> {
  const conversation = await findConversation(db, scope, conversationId);
  if (conversation)
    await saveState(db, scope, conversationId, { state: toNext(conversation.state), updatedAt: clock() });
}
