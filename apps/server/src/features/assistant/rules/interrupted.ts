import type { StoredTurn } from '../model/turn.ts';

/** A process that has said nothing for so long is dead. */
const LOST_AFTER_MS = 30_000;

export const isLost = ({ run }: StoredTurn, now: number): boolean =>
  run !== null && now - run.aliveAt.getTime() > LOST_AFTER_MS;

/** What the run of a turn has changed, by the journal. */
export interface MadeChange {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
}

/** The state of a turn whose run was interrupted. */
export function decideInterrupted(turn: StoredTurn, made: readonly MadeChange[]): StoredTurn {
  const over = { ...turn, run: null };
  switch (turn.run?.phase) {
    case 'undoing':
      // An undo is one transaction. Trying again finds out whether it took place.
      return { ...over, state: 'done' };
    case 'applying':
      if (made.length === 0) return { ...over, state: 'waiting' };
      return withMade(over, made);
    case 'acting':
      return made.length === 0 ? asFailed({ ...over, reply: '' }, UNCERTAIN) : withMade(over, made);
    default:
      return asFailed(over, UNCHANGED);
  }
}

const UNCHANGED = 'The answer was interrupted. Nothing was changed.';
/** An undo leaves no change of its own, and what was applied belongs to another turn. */
const UNCERTAIN =
  'The answer was interrupted. It may have been carried out all the same: check before you send it again.';

const asFailed = (turn: StoredTurn, why: string): StoredTurn => ({
  ...turn,
  state: 'failed',
  reply: joinParagraphs(turn.reply, why),
});

function withMade(turn: StoredTurn, made: readonly MadeChange[]): StoredTurn {
  return {
    ...turn,
    state: 'done',
    reply: `This was interrupted, so some of it may be missing. Done until then:\n${made.map(({ summary }) => `• ${summary}`).join('\n')}`,
    actions: made.map(({ kind, summary }) => ({ tool: kind, input: {}, summary, state: 'done' })),
    cards: [],
    commandIds: made.map(({ id }) => id),
  };
}

export const joinParagraphs = (...paragraphs: readonly string[]): string =>
  paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
