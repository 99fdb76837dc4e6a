import type { PlannedOverlap } from '@dayloom/contracts';
import type { Interval } from '@dayloom/time';
import type { StoredBlock } from '../model/block.ts';
import { isFixed, type Snapshot } from './snapshot.ts';

/** Those of the planned blocks that busy time covers, from now on. */
export function findOverlapped(
  blocks: readonly StoredBlock[],
  busy: readonly Interval[],
  now: Date,
): StoredBlock[] {
  return blocks.filter(({ startsAt, endsAt }) => {
    const [start, end] = [Math.max(Date.parse(startsAt), now.getTime()), Date.parse(endsAt)];
    return busy.some((event) => event.start < end && start < event.end);
  });
}

/** What it takes until a new plan moves the block. */
export function movesBy(
  block: StoredBlock,
  task: { readonly is_automatic: boolean; readonly is_someday: boolean },
  plan: Pick<Snapshot, 'now' | 'scheduling'>,
): PlannedOverlap['movesBy'] {
  if (!task.is_automatic || task.is_someday) return 'hand';
  if (isFixed({ ...block, isPinned: false }, plan)) return 'removing';
  return block.isPinned ? 'unpinning' : 'planning';
}
