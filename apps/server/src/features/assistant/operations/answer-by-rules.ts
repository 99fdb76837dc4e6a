import type { ChatTurn } from '@dayloom/contracts';
import type { DialogueData } from '@dayloom/language/dialogue-data';
import type { DialogueAnswer, DialogueState } from '@dayloom/language/dialogue-state';
import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTurn } from '../model/turn.ts';
import { withoutHidden } from '../rules/hidden-characters.ts';
import { toAnswerCards, toAnswerState, toReply } from '../rules/reply.ts';
import { findLatestChange, findLatestTurn } from '../store/turns.ts';
import type { AssistantPlatform } from './platform.ts';
import { runOrDraft } from './run-calls.ts';
import { applyTurn, discardTurn, toStateAfterCalls, undoTurn, withMentions, withResults } from './turns.ts';

export interface TurnContext {
  readonly platform: AssistantPlatform;
  readonly scope: Scope;
  readonly timeZone: string;
  readonly turn: StoredTurn;
  /** What waited for a decision before the message. */
  readonly draft: DialogueState['draft'];
  /** Before anything is changed. From then on the answer is not stopped. */
  readonly beginChanges: () => Promise<void>;
}

export interface TurnResult {
  readonly answered: StoredTurn;
  readonly state: DialogueState;
}

/** Basic mode: does what our own model of English has understood. */
export async function answerByRules(
  context: TurnContext,
  answer: DialogueAnswer,
  data: DialogueData,
): Promise<TurnResult> {
  const { platform, scope, timeZone, beginChanges } = context;
  const { state, kind } = answer;
  const turn: StoredTurn = {
    ...context.turn,
    reply: withoutHidden(answer.reply),
    mode: 'basic',
    state: toAnswerState(answer),
    cards: toAnswerCards(answer, data),
  };
  switch (kind) {
    case 'calls': {
      await beginChanges();
      const results = await runOrDraft(platform, scope, { turnId: turn.id, timeZone }, answer.calls);
      if (answer.replacesDraft && results.state !== 'failed') await discardWaiting(context);
      return {
        answered: withResults(turn, results, toReply(results, turn.reply)),
        state: answer.isReadOnly ? state : toStateAfterCalls(state, results),
      };
    }
    case 'undo': {
      await beginChanges();
      return {
        answered: await withRefusalAsReply(turn, async () => ({ ...turn, ...(await undoLatest(context)) })),
        state,
      };
    }
    case 'apply': {
      await beginChanges();
      const waiting = await findWaiting(context);
      if (!waiting)
        return { answered: { ...turn, state: 'failed', reply: 'There is nothing to apply.' }, state };
      let draft = state.draft;
      const answered = await withRefusalAsReply(turn, async () => {
        const applied = await applyTurn(platform, scope, waiting.id);
        if (applied.turn.state === 'waiting') draft = context.draft;
        const isDone = applied.turn.state === 'done';
        return {
          ...turn,
          state: isDone ? 'done' : 'failed',
          reply: applied.turn.reply,
          cards: applied.turn.cards,
        };
      });
      return {
        answered,
        state: withMentions({ ...state, draft }, answered.cards),
      };
    }
    case 'discard':
      await beginChanges();
      await discardWaiting(context);
      return { answered: { ...turn, reply: 'Discarded. Nothing was changed.' }, state };
    default: {
      const isUntrue = answer.hasNothingToApply && (await findWaiting(context)) !== null;
      return { answered: isUntrue ? { ...turn, reply: EARLIER_WAITS } : turn, state };
    }
  }
}

/** Words could mean either message, and what waits may delete. Its button means one. */
const EARLIER_WAITS = 'Nothing was applied. An earlier draft still waits: press Apply or Discard below it.';

export const findWaiting = ({ platform, scope, turn }: TurnContext): Promise<StoredTurn | null> =>
  findLatestTurn(platform.db, scope, turn.conversationId, 'waiting');

/** A refusal becomes the answer. */
async function withRefusalAsReply(turn: StoredTurn, work: () => Promise<StoredTurn>): Promise<StoredTurn> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { ...turn, state: 'failed', reply: error.message };
  }
}

export async function discardWaiting(context: TurnContext): Promise<void> {
  const waiting = await findWaiting(context);
  if (waiting) await discardTurn(context.platform, context.scope, waiting.id);
}

async function undoLatest({
  platform,
  scope,
  turn,
}: TurnContext): Promise<Pick<StoredTurn, 'reply' | 'state'>> {
  const latest = await findLatestChange(platform.db, scope, turn.conversationId);
  if (!latest) throw new AppError('unprocessable', 'There is nothing to undo in this conversation.');
  const { turn: undone } = await undoTurn(platform, scope, latest.id);
  // What was kept stands behind the reply.
  const kept = undone.reply.slice(latest.reply.length).trim();
  return undone.state === 'undone'
    ? { state: 'done', reply: [describeUndone(undone), kept].filter((line) => line !== '').join('\n') }
    : { state: 'failed', reply: kept };
}

const describeUndone = ({ actions }: Pick<ChatTurn, 'actions'>): string =>
  `Undid: ${actions
    .flatMap(({ state, summary }) => (state === 'undone' ? [summary] : []))
    .join('; ')
    .replace(/\.$/, '')}.`;
