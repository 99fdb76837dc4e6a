import type { Block, Task } from '@dayloom/contracts';

export interface BlockChange {
  readonly startsAt?: string;
  readonly endsAt?: string;
  readonly isPinned?: boolean;
  readonly state?: Block['state'];
  /** With `done`: when the user marked it. */
  readonly finishedAt?: string | undefined;
}

/** A change of a block together with the block as the user saw it. */
export interface BlockEdit {
  readonly block: Block;
  readonly change: BlockChange;
  /** What its task becomes; undefined if that is not known. */
  readonly status: Task['status'] | undefined;
}

/** The removal of a block, as the user saw it, from the plan. */
export interface BlockRemoval {
  readonly block: Block;
  /** True for a task that repeats: its occurrence is skipped. */
  readonly isSkipped: boolean;
}

/** A new block, at a time that the user chose. */
export interface Pin {
  readonly block: Block;
}

/** A block after a change. Confirming finishes it and ends it at that time. */
export function applyBlockChange(block: Block, { finishedAt, ...change }: BlockChange): Block {
  const changed = { ...block, ...change };
  if (!change.state) return changed;
  const ended = finishedAt ? `${finishedAt.slice(0, 16)}:00.000Z` : '';
  const isSooner = changed.startsAt < ended && ended < changed.endsAt;
  return { ...changed, isFinished: change.state === 'done', ...(isSooner && { endsAt: ended }) };
}
