import { randomUUID } from 'node:crypto';
import type { Block } from '@dayloom/contracts';
import type { Platform } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listTasksOf, type PlannableTask } from '../../tasks/operations.ts';
import { findBlock, listBlocksOfTasks, type StoredBlock } from '../store.ts';
import { type Accepted, replaceBlocks } from './replace-blocks.ts';

const MINUTE_MS = 60_000;

export async function pinTask(
  platform: Platform,
  scope: Scope,
  wish: { taskId: string; startsAt: string; endsAt?: string | undefined },
): Promise<Accepted> {
  const [task] = await listTasksOf(platform.db, scope, [wish.taskId]);
  if (!task || task.status === 'done') throw notFound('The open task');
  const now = platform.clock();
  const blocks = await listBlocksOfTasks(platform.db, scope, [task.id], now);
  const minutes = Math.min(task.duration_minutes, task.max_chunk_minutes);
  const endsAt = wish.endsAt ?? new Date(Date.parse(wish.startsAt) + minutes * MINUTE_MS).toISOString();
  const block: StoredBlock = {
    id: randomUUID(),
    taskId: task.id,
    startsAt: new Date(wish.startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: true,
    state: 'planned',
    isLastChance: false,
    version: 1,
  };
  return replaceBlocks(platform, scope, {
    remove: surplus(task, blocks, block).map((other) => other.id),
    insert: [block],
    summary: `Pinned '${task.title}'`,
  });
}

/** Movable blocks that the task does not need any more once `pinned` is there, the latest first. */
function surplus(task: PlannableTask, blocks: readonly StoredBlock[], pinned: StoredBlock): StoredBlock[] {
  const length = (block: StoredBlock) => (Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS;
  const movable = blocks.filter((block) => !block.isPinned && block.id !== pinned.id);
  const fixed = blocks.filter((block) => block.isPinned && block.id !== pinned.id);
  let over =
    [...movable, ...fixed, pinned].reduce((sum, block) => sum + length(block), 0) - task.duration_minutes;
  const out: StoredBlock[] = [];
  for (const block of movable.toReversed()) {
    if (over <= 0) break;
    out.push(block);
    over -= length(block);
  }
  return out;
}

export interface BlockChange {
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  readonly isPinned?: boolean | undefined;
  readonly state?: Block['state'] | undefined;
  readonly version?: number | undefined;
}

/** Moving or resizing pins: what a person put somewhere stays there until they say otherwise. */
export async function changeBlock(
  platform: Platform,
  scope: Scope,
  id: string,
  change: BlockChange,
): Promise<Accepted> {
  const block = await findBlock(platform.db, scope, id);
  if (!block) throw notFound('The block');
  if (change.version !== undefined && change.version !== block.version) {
    throw new AppError('version_conflict', 'This block was changed elsewhere meanwhile. Nothing was saved.', {
      fields: { version: `is ${block.version} now` },
    });
  }
  const isMoved = change.startsAt !== undefined || change.endsAt !== undefined;
  const length = Date.parse(block.endsAt) - Date.parse(block.startsAt);
  const startsAt = change.startsAt === undefined ? Date.parse(block.startsAt) : Date.parse(change.startsAt);
  const endsAt =
    change.endsAt === undefined
      ? change.startsAt === undefined
        ? Date.parse(block.endsAt)
        : startsAt + length
      : Date.parse(change.endsAt);
  if (startsAt >= endsAt) {
    throw new AppError('invalid_request', 'The end must be after the start.', {
      fields: { endsAt: 'must be after startsAt' },
    });
  }
  const next: StoredBlock = {
    ...block,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: change.isPinned ?? (isMoved ? true : block.isPinned),
    state: change.state ?? block.state,
    version: block.version + 1,
  };
  const verb = isMoved
    ? 'Moved'
    : change.state === 'done'
      ? 'Finished'
      : change.isPinned === false
        ? 'Unpinned'
        : 'Changed';
  return replaceBlocks(platform, scope, { remove: [id], insert: [next], summary: `${verb} a block` });
}

export async function removeBlock(platform: Platform, scope: Scope, id: string): Promise<Accepted> {
  if (!(await findBlock(platform.db, scope, id))) throw notFound('The block');
  return replaceBlocks(platform, scope, {
    remove: [id],
    insert: [],
    summary: 'Took a block out of the plan',
  });
}
