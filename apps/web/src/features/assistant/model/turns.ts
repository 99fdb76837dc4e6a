import type { ChatTurn } from '@dayloom/contracts';
import type { PendingTurn } from './pending-turn.ts';

/** The turns with this one in its place, or at the end. */
export function withTurn(turns: readonly ChatTurn[], turn: ChatTurn): ChatTurn[] {
  return turns.some(({ id }) => id === turn.id)
    ? turns.map((other) => (other.id === turn.id ? turn : other))
    : [...turns, turn];
}

export interface ShownTurns {
  readonly turns: readonly ChatTurn[];
  readonly pending: readonly PendingTurn[];
}

/**
 * What is shown of a conversation. The history may have a turn whose answer is read here: running, or complete
 * already because it was read again at the same moment.
 */
export function chooseShown(turns: readonly ChatTurn[], pending: readonly PendingTurn[]): ShownTurns {
  const complete = new Set(turns.filter(({ state }) => state !== 'running').map(({ id }) => id));
  const shown = pending.filter(({ turnId }) => turnId === null || !complete.has(turnId));
  const isReadHere = (turn: ChatTurn) =>
    turn.state === 'running' &&
    shown.some(({ turnId, text }) => turnId === turn.id || (turnId === null && text === turn.text));
  return { turns: turns.filter((turn) => !isReadHere(turn)), pending: shown };
}

/** Whether something was changed or will be: reads need no state. */
export const isChange = ({ cards, actions, state, isUndoable }: ChatTurn): boolean =>
  isUndoable ||
  ['waiting', 'discarded', 'undone'].includes(state) ||
  actions.some((action) => action.state === 'waiting') ||
  cards.some((card) => card.kind === 'plan' || ('change' in card && card.change !== null));
