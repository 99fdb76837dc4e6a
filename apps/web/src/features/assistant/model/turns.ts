import { type ChatTurn, NOTHING_CHANGED } from '@dayloom/contracts';
import { isUnderWay, type PendingTurn } from './pending-turn.ts';

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
 * already because it was read again at the same moment, even before the page knows the id of its turn.
 */
export function chooseShown(turns: readonly ChatTurn[], pending: readonly PendingTurn[]): ShownTurns {
  const complete = new Set(turns.filter(({ state }) => state !== 'running').map(({ id }) => id));
  const shown = pending.filter(({ turnId }) => turnId === null || !complete.has(turnId));
  const isReadHere = (turn: ChatTurn) =>
    shown.some((one) =>
      one.turnId === null
        ? isUnderWay(one) &&
          listSince(turns, one.after).some(({ id, text }) => id === turn.id && text === one.text)
        : one.turnId === turn.id,
    );
  return { turns: turns.filter((turn) => !isReadHere(turn)), pending: shown };
}

/** The turns after this one; all of them if it is not among them. */
export const listSince = (turns: readonly ChatTurn[], id: string | null): readonly ChatTurn[] =>
  turns.slice(turns.findIndex((turn) => turn.id === id) + 1);

/** Whether something was changed or will be: reads need no state. */
export const isChange = ({ cards, actions, state, isUndoable }: ChatTurn): boolean =>
  isUndoable ||
  ['waiting', 'discarded', 'undone'].includes(state) ||
  actions.some((action) => action.state === 'waiting') ||
  cards.some((card) => card.kind === 'plan' || ('change' in card && card.change !== null));

/** What a language model says, apart from the line of the server that nothing was changed. */
export function splitReply({ mode, reply }: ChatTurn): {
  readonly answer: string;
  readonly note: string | null;
} {
  const end = `\n\n${NOTHING_CHANGED}`;
  return mode === 'model' && reply.endsWith(end)
    ? { answer: reply.slice(0, -end.length), note: NOTHING_CHANGED }
    : { answer: reply, note: null };
}
