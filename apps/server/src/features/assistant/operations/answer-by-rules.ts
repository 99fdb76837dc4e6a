import type { ChatTurn } from '@dayloom/contracts';
import { addMentions, type DialogueAnswer, type DialogueState } from '@dayloom/language/dialogue';
import type { DialogueData } from '@dayloom/language/dialogue-data';
import type { Scope } from '#platform/scope.ts';
import type { StoredTurn } from '../model/turn.ts';
import { listMentions, toAnswerCards, toReply } from '../rules/reply.ts';
import { findLatestTurn } from '../store/turns.ts';
import type { AssistantPlatform } from './platform.ts';
import { runOrDraft } from './run-calls.ts';
import { afterCalls, applyTurn, discardTurn, undoTurn, withResults } from './turns.ts';

export interface Acting {
  readonly platform: AssistantPlatform;
  readonly scope: Scope;
  readonly timeZone: string;
  readonly turn: StoredTurn;
  /** Before anything is changed. From then on the answer is not stopped. */
  readonly beginChanges: () => Promise<void>;
}

export interface Acted {
  readonly answered: StoredTurn;
  readonly state: DialogueState;
}

/** Basic mode: does what our own model of English has understood. */
export async function answerByRules(
  acting: Acting,
  answer: DialogueAnswer,
  data: DialogueData,
): Promise<Acted> {
  const { platform, scope, timeZone, beginChanges } = acting;
  const { state, kind } = answer;
  const turn: StoredTurn = {
    ...acting.turn,
    reply: answer.reply,
    mode: 'basic',
    state: kind === 'question' || kind === 'not_understood' ? kind : 'done',
    cards: toAnswerCards(answer, data),
  };
  switch (kind) {
    case 'calls': {
      await beginChanges();
      if (answer.replacesDraft) await discardWaiting(acting);
      const results = await runOrDraft(platform, scope, timeZone, answer.calls);
      return {
        answered: withResults(turn, results, toReply(results, answer.reply)),
        state: answer.isReadOnly ? state : afterCalls(state, results),
      };
    }
    case 'undo': {
      await beginChanges();
      return { answered: { ...turn, reply: await undoLatest(acting) }, state };
    }
    case 'apply': {
      await beginChanges();
      const waiting = await findWaiting(acting);
      if (!waiting) return { answered: { ...turn, reply: 'There is nothing to apply.' }, state };
      const applied = await applyTurn(platform, scope, waiting.id);
      return {
        answered: { ...turn, reply: applied.turn.reply, cards: applied.turn.cards },
        state: { ...state, mentions: addMentions(listMentions(applied.turn.cards), state.mentions) },
      };
    }
    case 'discard':
      await beginChanges();
      await discardWaiting(acting);
      return { answered: { ...turn, reply: 'Discarded. Nothing was changed.' }, state };
    default:
      return { answered: turn, state };
  }
}

export const findWaiting = ({ platform, scope, turn }: Acting): Promise<StoredTurn | null> =>
  findLatestTurn(platform.db, scope, turn.conversationId, 'waiting', { isChange: false });

export async function discardWaiting(acting: Acting): Promise<void> {
  const waiting = await findWaiting(acting);
  if (waiting) await discardTurn(acting.platform, acting.scope, waiting.id);
}

async function undoLatest({ platform, scope, turn }: Acting): Promise<string> {
  const latest = await findLatestTurn(platform.db, scope, turn.conversationId, 'done', { isChange: true });
  if (!latest) return 'There is nothing to undo in this conversation.';
  return sayUndone((await undoTurn(platform, scope, latest.id)).turn);
}

const sayUndone = ({ actions }: Pick<ChatTurn, 'actions'>): string =>
  `Undid: ${actions.map(({ summary }) => summary).join('; ')}.`;
