import { type StoredBlock, toWorkId } from '../model/block.ts';
import type { StoredProposal } from '../model/proposal.ts';
import type { Snapshot } from './snapshot.ts';

/** Why computed blocks are no longer valid as a plan; null when they are. */
export function findOutdatedBlock(
  blocks: readonly StoredBlock[],
  { now, busy }: Pick<Snapshot, 'now' | 'busy'>,
): string | null {
  // Pinned blocks stay where the user put them, even over events.
  const free = blocks
    .filter(({ isPinned }) => !isPinned)
    .map(({ startsAt, endsAt }) => ({ start: Date.parse(startsAt), end: Date.parse(endsAt) }));
  if (free.some(({ end }) => end <= now.getTime()))
    return 'Some of these hours have passed since this proposal. Plan again.';
  const isTaken = ({ start, end }: { start: number; end: number }) =>
    // An event without length takes no time, as in the planner.
    busy.some((one) => one.start < one.end && one.start < end && start < one.end);
  return free.some(isTaken) ? 'Your calendar has changed since this proposal. Plan again.' : null;
}

/** The blocks after a partial acceptance. */
export interface AcceptedPart {
  readonly blocks: readonly StoredBlock[];
  /** Blocks whose new place was accepted, unless a rejected one occupies it. */
  readonly held: ReadonlySet<string>;
  /** Tasks for which (some of) the offered time was rejected. */
  readonly leftTasks: ReadonlySet<string>;
}

/**
 * The proposal without the rejected changes. Accepted changes are applied exactly as shown. A rejected move
 * or removal pins the block where it was, and a rejected addition is left out.
 */
export function applyDecisions(
  { blocks, changes }: Pick<StoredProposal, 'blocks' | 'changes'>,
  movable: readonly StoredBlock[],
  rejected: ReadonlySet<string>,
): AcceptedPart {
  const refused = changes.filter((change) => rejected.has(change.id));
  const accepted = changes.filter((change) => !rejected.has(change.id));
  const pins = refused.flatMap((change) => {
    const block = movable.find(
      (one) => toWorkId(one) === toWorkId(change) && one.startsAt === change.from?.startsAt,
    );
    return block ? [{ ...block, isPinned: true, version: block.version + 1 }] : [];
  });
  const pinned = new Set(pins.map((block) => block.id));
  const isPlacedBy = (list: typeof changes) => (block: StoredBlock) =>
    list.some((change) => toWorkId(change) === toWorkId(block) && change.to?.startsAt === block.startsAt);
  const [isRefused, isAccepted] = [isPlacedBy(refused), isPlacedBy(accepted)];
  const standing = blocks.filter((block) => !pinned.has(block.id) && !isRefused(block));
  const isFree = (block: StoredBlock) =>
    pins.every((pin) => pin.endsAt <= block.startsAt || block.endsAt <= pin.startsAt);
  return {
    blocks: [...standing, ...pins],
    held: new Set(standing.filter((block) => isAccepted(block) && isFree(block)).map((block) => block.id)),
    leftTasks: new Set(refused.flatMap((change) => (change.kind === 'added' ? [toWorkId(change)] : []))),
  };
}
