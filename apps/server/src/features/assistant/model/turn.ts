import type { ChatCard, ChatMode, ChatTurn, TurnState } from '@dayloom/contracts';
import type { DialogueState } from '@dayloom/language/dialogue-state';
import type { KeptAction } from './call-results.ts';

/**
 * What a process does with a turn. `answering` changes nothing and can be stopped; `acting` carries out what the answer
 * asks for.
 */
export type RunPhase = 'answering' | 'acting' | 'applying' | 'undoing';

/** A process that works on a turn. Only it may write the turn, as long as it is alive. */
export interface TurnRun {
  readonly id: string;
  readonly phase: RunPhase;
  readonly since: Date;
  readonly aliveAt: Date;
}

/** A message and the answer to it, as stored. */
export interface StoredTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly reply: string;
  readonly mode: ChatMode;
  readonly notice: string | null;
  readonly state: TurnState;
  readonly actions: readonly KeptAction[];
  readonly cards: readonly ChatCard[];
  readonly commandIds: readonly string[];
  readonly createdAt: Date;
  /** The zone of its times; null for turns that are older than this field. */
  readonly timeZone: string | null;
  /** While the state is `running`. */
  readonly run: TurnRun | null;
}

export interface StoredConversation {
  readonly id: string;
  readonly title: string;
  readonly state: DialogueState;
  readonly updatedAt: Date;
}

export function toChatTurn(turn: StoredTurn): ChatTurn {
  const { id, text, reply, mode, notice, state, actions, cards, commandIds, createdAt } = turn;
  return {
    id,
    text,
    reply,
    mode,
    notice,
    state,
    actions: actions.map(({ basis: _basis, ...action }) => action),
    cards: [...cards],
    isUndoable: state === 'done' && commandIds.length > 0,
    createdAt: createdAt.toISOString(),
  };
}
