import type { ChatAction, ChatCard, ChatMode, ChatTurn, TurnState } from '@dayloom/contracts';
import type { DialogueState } from '@dayloom/language/dialogue';

/** A message and the answer to it, as stored. */
export interface StoredTurn {
  readonly id: string;
  readonly conversationId: string;
  readonly text: string;
  readonly reply: string;
  readonly mode: ChatMode;
  readonly state: TurnState;
  readonly actions: readonly ChatAction[];
  readonly cards: readonly ChatCard[];
  readonly commandIds: readonly string[];
  readonly createdAt: Date;
}

export interface StoredConversation {
  readonly id: string;
  readonly title: string;
  readonly state: DialogueState;
  readonly updatedAt: Date;
}

export function toChatTurn(turn: StoredTurn): ChatTurn {
  const { id, text, reply, mode, state, actions, cards, commandIds, createdAt } = turn;
  return {
    id,
    text,
    reply,
    mode,
    state,
    actions: [...actions],
    cards: [...cards],
    isUndoable: state === 'done' && commandIds.length > 0,
    createdAt: createdAt.toISOString(),
  };
}
