import type { ChatAction, ChatTurn } from '@dayloom/contracts';
import type { Tone } from '#ui/chip.tsx';

export type BoxIcon = 'event' | 'task' | 'plan' | 'meeting';

const done = { created: 'New', changed: 'Changed', deleted: 'Deleted' } as const;
const drafted = { created: 'New', changed: 'Change', deleted: 'Delete' } as const;

/** The heading of what a turn changes. */
export function describeChanges({ cards, state }: ChatTurn): { title: string; icon: BoxIcon } {
  const changing = cards.filter(
    (card) => card.kind === 'plan' || card.kind === 'meeting' || ('change' in card && card.change !== null),
  );
  const verbs = state === 'done' || state === 'undone' ? done : drafted;
  const [first, second] = changing;
  const icon: BoxIcon =
    first && (first.kind === 'task' || first.kind === 'plan' || first.kind === 'meeting')
      ? first.kind
      : 'event';
  if (second) return { title: `${changing.length} changes`, icon };
  if (first?.kind === 'plan') return { title: 'Plan change', icon };
  if (first?.kind === 'meeting') return { title: 'Meeting request', icon };
  if (first && 'change' in first && first.change)
    return { title: `${verbs[first.change]} ${first.kind}`, icon };
  return { title: 'Changes', icon };
}

/** A change is a draft until it is committed. */
export function describeState({ state, actions }: ChatTurn): { words: string; tone: Tone } {
  if (state === 'waiting') return { words: 'Draft', tone: 'soft' };
  if (state === 'discarded') return { words: 'Discarded', tone: 'neutral' };
  if (state === 'undone') return { words: 'Undone', tone: 'neutral' };
  if (state === 'failed') return { words: 'Failed', tone: 'hard' };
  if (state === 'done' && actions.some((action) => action.state === 'failed'))
    return { words: 'Partly done', tone: 'soft' };
  return state === 'done' ? { words: 'Done', tone: 'ok' } : { words: 'Draft', tone: 'soft' };
}

export const isWithGuests = ({ cards }: ChatTurn): boolean =>
  cards.some(
    (card) =>
      card.kind === 'meeting' ||
      (card.kind === 'event' && card.event.attendees.length + (card.before?.attendees.length ?? 0) > 0),
  );

/** The actions that the reply does not name already, and those that failed. */
export const listUnmentionedActions = ({ actions, reply }: ChatTurn): ChatAction[] =>
  actions.filter(({ summary, state }) => state === 'failed' || !reply.includes(summary));

/** Whether the object exists, so that a link leads somewhere. */
export function stillExists(
  change: 'created' | 'changed' | 'deleted' | null,
  state: ChatTurn['state'],
): boolean {
  if (change === 'created') return state === 'done';
  return change !== 'deleted' || state !== 'done';
}
