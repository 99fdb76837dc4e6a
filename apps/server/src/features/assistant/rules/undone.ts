import type { ChatAction } from '@dayloom/contracts';
import type { StoredTurn } from '../model/turn.ts';

/** A command of a turn after its undo. `notice`: somebody has changed the same thing since, and that was kept. */
export interface UndoneCommand {
  readonly undoes: string;
  readonly notice: string | null;
}

type UndoneTurn = Pick<StoredTurn, 'actions' | 'commandIds'>;

/** Whether anything of a turn was undone, and what. */
export function decideUndone(
  turn: UndoneTurn,
  undone: readonly UndoneCommand[],
  isFinal: (tool: string) => boolean,
): { readonly state: 'done' | 'undone'; readonly actions: readonly ChatAction[] } {
  if (undone.every(({ notice }) => notice !== null)) return { state: 'done', actions: turn.actions };
  const kept = listKeptActions(turn, undone);
  return {
    state: 'undone',
    actions: turn.actions.map((action) =>
      action.state !== 'done' || isFinal(action.tool) || kept.includes(action)
        ? action
        : { ...action, state: 'undone' },
    ),
  };
}

/** The actions whose change was kept. They are known where each action is one command. */
function listKeptActions(
  { actions, commandIds }: UndoneTurn,
  undone: readonly UndoneCommand[],
): readonly ChatAction[] {
  const done = actions.filter(({ state }) => state === 'done');
  if (done.length !== commandIds.length) return [];
  const kept = undone.flatMap(({ undoes, notice }) => (notice === null ? [] : [undoes]));
  return done.filter((_, at) => kept.includes(commandIds[at] ?? ''));
}

/** What an undo has left as it is; an empty text for nothing. */
export const describeKept = (
  { actions }: Pick<UndoneTurn, 'actions'>,
  undone: readonly UndoneCommand[],
  isFinal: (tool: string) => boolean,
): string =>
  [
    ...undone.flatMap(({ notice }) => (notice === null ? [] : [`Not undone in full: ${notice}`])),
    ...actions
      .filter(({ tool, state }) => state === 'done' && isFinal(tool))
      .map(({ summary }) => `Not undone: ${summary}.`),
  ].join(' ');
