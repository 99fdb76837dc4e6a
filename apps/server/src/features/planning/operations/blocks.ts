import { randomUUID } from 'node:crypto';
import { type Block, MAX_BLOCK_HOURS } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { findDueOccurrence } from '#features/tasks/operations/occurrences.ts';
import { findTasksByIds, lockTask, planChangeByBlock } from '#features/tasks/operations/plannable-tasks.ts';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import { confirmedMinutes, decideTaskChange, getMinutes } from '../rules/confirmed.ts';
import { findBlock, listAllBlocksOfTask } from '../store/blocks.ts';
import { readPlan } from './read-plan.ts';
import { type Accepted, type ReplacePayload, replaceBlocks, replaceKind } from './replace-blocks.ts';
import { taskPlacements } from './task-placements.ts';

export async function pinTask(
  platform: Pick<Platform, 'db' | 'clock' | 'journal'>,
  scope: Scope,
  input: { taskId: string; startsAt: string; endsAt?: string | undefined },
): Promise<Accepted> {
  const [task] = await findTasksByIds(platform.db, scope, [input.taskId]);
  if (!task || task.status === 'done') throw notFound('The open task');
  const now = platform.clock();
  // Blocks of later occurrences are not work on this one.
  const own = (await listAllBlocksOfTask(platform.db, scope, task.id)).filter(
    ({ occurrenceOn }) => !occurrenceOn,
  );
  const ahead = own.filter((block) => block.state === 'planned' && Date.parse(block.endsAt) > now.getTime());
  // More time than estimated may be finished already. Then the remaining time is unknown, and the estimate is
  // used again.
  const remaining = task.duration_minutes - confirmedMinutes(own);
  const minutes = Math.min(
    remaining > 0 ? remaining : task.duration_minutes,
    task.max_chunk_minutes,
    MAX_BLOCK_HOURS * 60,
  );
  const endsAt = input.endsAt ?? new Date(Date.parse(input.startsAt) + minutes * MINUTE_MS).toISOString();
  const block: StoredBlock = {
    id: randomUUID(),
    taskId: task.id,
    startsAt: new Date(input.startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: true,
    state: 'planned',
    isLastChance: false,
    version: 1,
  };
  return replaceBlocks(platform, scope, {
    remove: surplus(remaining, ahead, block).map((other) => other.id),
    insert: [block],
    summary: `Pinned '${task.title}'`,
  });
}

/** Movable blocks that the task no longer needs once `pinned` exists, the latest first. */
function surplus(remaining: number, blocks: readonly StoredBlock[], pinned: StoredBlock): StoredBlock[] {
  const movable = blocks.filter((block) => !block.isPinned);
  let over = [...blocks, pinned].reduce((sum, block) => sum + getMinutes(block), 0) - remaining;
  const out: StoredBlock[] = [];
  for (const block of movable.toReversed()) {
    if (over <= 0) break;
    out.push(block);
    over -= getMinutes(block);
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

/** Moving or resizing a block pins it, so that planning leaves it where the user put it. */
export async function changeBlock(
  platform: Pick<Platform, 'db' | 'clock' | 'journal'>,
  scope: Scope,
  id: string,
  change: BlockChange,
): Promise<Accepted> {
  const block = await findBlock(platform.db, scope, id);
  if (!block) throw notFound('The block');
  if (change.version !== undefined && change.version !== block.version) {
    throw new AppError(
      'version_conflict',
      'This block was changed elsewhere in the meantime. Nothing was saved.',
      {
        fields: { version: `is ${block.version} now` },
      },
    );
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
  if (endsAt - startsAt > Math.max(length, MAX_BLOCK_HOURS * 60 * MINUTE_MS)) {
    const problem = `must be at most ${MAX_BLOCK_HOURS} hours after startsAt`;
    throw new AppError('invalid_request', `A block is at most ${MAX_BLOCK_HOURS} hours long.`, {
      fields: { endsAt: problem },
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
  const payload: ReplacePayload = { remove: [id], insert: [next], summary: `${verb} a block` };
  return next.state === block.state
    ? replaceBlocks(platform, scope, payload)
    : replaceWithStatus(platform, scope, next, payload);
}

/**
 * In one command with the block: finishing the last block of a task completes the task, and reverting that
 * reopens it. Finishing a later occurrence early takes its date out of the series.
 */
async function replaceWithStatus(
  platform: Pick<Platform, 'db' | 'clock' | 'journal'>,
  scope: Scope,
  block: StoredBlock,
  payload: ReplacePayload,
): Promise<Accepted> {
  const { commandId } = await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock();
    await platform.journal.lockUser(tx, scope);
    const task = await lockTask(tx, scope, block.taskId);
    const blocks = task ? await listAllBlocksOfTask(tx, scope, task.id) : [];
    const frame = { ...(await getTimeRules({ db: tx }, scope)), now };
    const change = task && decideTaskChange(task, blocks, block, findDueOccurrence(task, frame));
    const feature = { clock: platform.clock, placements: taskPlacements(platform) };
    const commands = task && change ? await planChangeByBlock(feature, tx, scope, task, change) : [];
    const isFinished = change !== null && change?.status !== 'open' && block.state === 'done';
    const needless = blocks.filter(
      (other) =>
        isFinished &&
        other.id !== block.id &&
        other.occurrenceOn === block.occurrenceOn &&
        other.state === 'planned' &&
        Date.parse(other.endsAt) > now.getTime(),
    );
    const remove = [...payload.remove, ...needless.map((other) => other.id)];
    return platform.journal.runAllIn(tx, scope, [
      ...commands,
      { kind: replaceKind.kind, payload: { ...payload, remove } satisfies ReplacePayload },
    ]);
  });
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

export async function removeBlock(
  platform: Pick<Platform, 'db' | 'clock' | 'journal'>,
  scope: Scope,
  id: string,
): Promise<Accepted> {
  if (!(await findBlock(platform.db, scope, id))) throw notFound('The block');
  return replaceBlocks(platform, scope, {
    remove: [id],
    insert: [],
    summary: 'Removed a block from the plan',
  });
}
