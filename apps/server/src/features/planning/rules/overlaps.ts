import type { PlannedOverlap } from '@dayloom/contracts';
import type { Interval } from '@dayloom/time';
import type { StoredBlock } from '../model/block.ts';
import { isFixed, type MoveRules } from './snapshot.ts';

/** Those of the planned blocks that busy time covers, from now on. */
export function listOverlapped(
  blocks: readonly StoredBlock[],
  busy: readonly Interval[],
  now: Date,
): StoredBlock[] {
  return blocks.filter((block) => {
    const { start, end } = getRest(block, now);
    return busy.some((event) => event.start < end && start < event.end);
  });
}

/**
 * Pairs of planned blocks that overlap from now on. The key of a pair is the block that planning can move, or the later
 * one if it can move both or neither; the value is the other block.
 */
export function listBlockOverlaps(
  blocks: readonly StoredBlock[],
  rules: MoveRules,
): ReadonlyMap<StoredBlock, StoredBlock> {
  const found = new Map<StoredBlock, StoredBlock>();
  const ahead = blocks
    .filter(({ endsAt }) => Date.parse(endsAt) > rules.now.getTime())
    .map((block) => ({ block, isStaying: isFixed(block, rules), ...getRest(block, rules.now) }))
    .sort((a, b) => a.block.startsAt.localeCompare(b.block.startsAt));
  let open: typeof ahead = [];
  for (const later of ahead) {
    open = open.filter(({ end }) => end > later.start);
    for (const earlier of open) {
      const isEarlierMoved = later.isStaying && !earlier.isStaying;
      const moved = isEarlierMoved ? earlier.block : later.block;
      if (!found.has(moved)) found.set(moved, isEarlierMoved ? later.block : earlier.block);
    }
    open.push(later);
  }
  return found;
}

/** The part of a block that is not over. */
const getRest = ({ startsAt, endsAt }: StoredBlock, now: Date): Interval => ({
  start: Math.max(Date.parse(startsAt), now.getTime()),
  end: Date.parse(endsAt),
});

/** What it takes until a new plan moves the block. */
export function decideMovesBy(
  block: StoredBlock,
  task: { readonly is_automatic: boolean; readonly is_someday: boolean },
  rules: MoveRules,
): PlannedOverlap['movesBy'] {
  if (!task.is_automatic || task.is_someday) return 'hand';
  if (isFixed({ ...block, isPinned: false }, rules)) return 'removing';
  return block.isPinned ? 'unpinning' : 'planning';
}
