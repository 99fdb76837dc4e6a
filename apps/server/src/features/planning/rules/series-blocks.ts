import type { ContinuedSeries } from '#features/tasks/model/series-changes.ts';
import type { StoredBlock } from '../model/block.ts';
import { truncateAt } from './confirmed-work.ts';

interface BlocksChange {
  readonly remove: readonly string[];
  readonly insert: readonly StoredBlock[];
}

/**
 * What happens to the blocks of a series when its occurrences change. Blocks of occurrences that remain go
 * with the series, pinned and finished ones too; future blocks of occurrences that are settled or no longer
 * exist leave the plan.
 */
export function planSeriesBlocks(
  blocks: readonly StoredBlock[],
  { nextId, ownDate, hasLaterOccurrence, isWorkKept, at }: Omit<ContinuedSeries, 'id'>,
): BlocksChange {
  const remove: string[] = [];
  const insert: StoredBlock[] = [];
  for (const block of blocks) {
    const { occurrenceOn = null } = block;
    const isOwn = occurrenceOn === null;
    if (isOwn && ownDate === null) continue;
    const isNext = occurrenceOn !== null && occurrenceOn === ownDate;
    if (isNext || (occurrenceOn !== null && hasLaterOccurrence(occurrenceOn))) {
      const moved = { ...block, taskId: nextId, occurrenceOn: isNext ? null : occurrenceOn };
      if (moved.taskId === block.taskId && moved.occurrenceOn === occurrenceOn) continue;
      remove.push(block.id);
      insert.push({ ...moved, version: block.version + 1 });
    } else if (block.state === 'planned' && Date.parse(block.endsAt) > at.getTime()) {
      remove.push(block.id);
      if (isWorkKept) insert.push(...truncateAt(block, at));
    }
  }
  return { remove, insert };
}
