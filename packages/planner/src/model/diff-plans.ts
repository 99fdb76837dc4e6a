import type { Block } from '../format/format.ts';

export interface MovedBlock {
  readonly task: string;
  readonly from: Block;
  readonly to: Block;
}

/** The differences between two plans, block by block; each list is in chronological order. */
export interface PlanDiff {
  readonly kept: readonly Block[];
  readonly moved: readonly MovedBlock[];
  readonly added: readonly Block[];
  readonly removed: readonly Block[];
}

/**
 * Matches the blocks of two plans, task by task. Blocks with the same start and end are kept. The remaining
 * blocks are paired first by overlap, then in chronological order; a block without a partner was added or
 * removed. A block that only changed its length counts as moved.
 */
export function diffPlans(
  previous: { readonly blocks: readonly Block[] },
  next: { readonly blocks: readonly Block[] },
): PlanDiff {
  const kept: Block[] = [];
  const moved: MovedBlock[] = [];
  const added: Block[] = [];
  const removed: Block[] = [];
  const before = byTask(previous.blocks);
  const after = byTask(next.blocks);
  for (const task of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(task) ?? [];
    const fresh = after.get(task) ?? [];
    kept.push(...takePairs(old, fresh, isSame).map(([, to]) => to));
    const pairs = [...takePairs(old, fresh, overlap), ...takePairs(old, fresh, () => true)];
    moved.push(...pairs.map(([from, to]) => ({ task, from, to })));
    removed.push(...old);
    added.push(...fresh);
  }
  return {
    kept: kept.sort(byStart),
    moved: moved.sort((a, b) => byStart(a.to, b.to)),
    added: added.sort(byStart),
    removed: removed.sort(byStart),
  };
}

function byTask(blocks: readonly Block[]): Map<string, Block[]> {
  const map = new Map<string, Block[]>();
  for (const block of blocks.toSorted(byStart)) {
    const list = map.get(block.task);
    if (list) list.push(block);
    else map.set(block.task, [block]);
  }
  return map;
}

/** Removes the matching pairs from both lists, first with first. */
function takePairs(
  old: Block[],
  fresh: Block[],
  match: (from: Block, to: Block) => boolean,
): [Block, Block][] {
  const pairs: [Block, Block][] = [];
  for (let at = 0; at < old.length; ) {
    const from = old[at]!;
    const partner = fresh.findIndex((to) => match(from, to));
    if (partner < 0) {
      at++;
      continue;
    }
    old.splice(at, 1);
    pairs.push([from, ...fresh.splice(partner, 1)] as [Block, Block]);
  }
  return pairs;
}

/** Instants may be written in more than one way ('...00Z', '...00.000Z'). */
function isSame(from: Block, to: Block): boolean {
  return Date.parse(from.start) === Date.parse(to.start) && Date.parse(from.end) === Date.parse(to.end);
}

function overlap(from: Block, to: Block): boolean {
  return Date.parse(from.start) < Date.parse(to.end) && Date.parse(to.start) < Date.parse(from.end);
}

function byStart(a: Block, b: Block): number {
  return Date.parse(a.start) - Date.parse(b.start) || (a.task < b.task ? -1 : a.task > b.task ? 1 : 0);
}
