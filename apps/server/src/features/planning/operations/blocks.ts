import { randomUUID } from 'node:crypto';
import { type Block, MAX_BLOCK_HOURS } from '@dayloom/contracts';
import { HOUR_MS, MINUTE_MS } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { getChangeTime } from '#features/tasks/model/change-time.ts';
import { findDueOccurrence } from '#features/tasks/operations/occurrences.ts';
import {
  listExistingTasks,
  lockTask,
  planChangeByBlock,
} from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { CommandData, IdempotencyOptions } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import {
  decideEstimate,
  decideTaskChange,
  finishBlockAt,
  getMinutes,
  reopenBlock,
  sumConfirmedMinutes,
} from '../rules/confirmed-work.ts';
import { findBlock, listAllBlocksOfTask } from '../store/blocks.ts';
import { readPlan } from './read-plan.ts';
import { type Accepted, type ReplacePayload, replaceKind } from './replace-blocks.ts';
import { taskPlacements } from './task-placements.ts';

interface Pin {
  /** Chosen by a caller who may repeat the request. */
  readonly _id?: string | undefined;
  readonly taskId: string;
  readonly startsAt: string;
  readonly endsAt?: string | undefined;
}

export async function pinTask(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  input: Pin,
  { key }: IdempotencyOptions = {},
): Promise<Accepted> {
  const { journal } = platform;
  const commandId = await platform.db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    if (key && (await journal.isRepeated(tx, scope, key, (one) => isPin(one, input)))) return key;
    if (input._id && (await findBlock(tx, scope, input._id))) {
      throw new AppError('unprocessable', 'Another block has this id.', {
        fields: { _id: 'belongs to another block' },
      });
    }
    const payload = await planPin(platform, tx, scope, input);
    return (await journal.runIn(tx, scope, replaceKind, payload, { id: key })).commandId;
  });
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

async function planPin(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  input: Pin,
): Promise<ReplacePayload> {
  const [task] = await listExistingTasks(tx, scope, [input.taskId]);
  if (!task || task.status === 'done') throw notFound('The open task');
  const now = clock();
  // Blocks of later occurrences are not work on this one.
  const own = (await listAllBlocksOfTask(tx, scope, task.id)).filter(({ occurrenceOn }) => !occurrenceOn);
  const ahead = own.filter((block) => block.state === 'planned' && Date.parse(block.endsAt) > now.getTime());
  // More time than estimated may be finished already. Then the remaining time is unknown, and the estimate is
  // used again.
  const remaining = task.duration_minutes - sumConfirmedMinutes(own);
  const minutes = Math.min(
    remaining > 0 ? remaining : task.duration_minutes,
    task.max_chunk_minutes,
    MAX_BLOCK_HOURS * 60,
  );
  const endsAt = input.endsAt ?? new Date(Date.parse(input.startsAt) + minutes * MINUTE_MS).toISOString();
  const block: StoredBlock = {
    id: input._id ?? randomUUID(),
    taskId: task.id,
    startsAt: new Date(input.startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: true,
    state: 'planned',
    isLastChance: false,
    version: 1,
  };
  // Nobody has confirmed that past time was worked: the task still needs its other blocks.
  const isOver = Date.parse(block.endsAt) <= now.getTime();
  return {
    remove: isOver ? [] : surplus(remaining, ahead, block).map((other) => other.id),
    insert: [block],
    summary: `Pinned '${task.title}'`,
  };
}

const isPin = ({ kind, payload }: CommandData, { _id, taskId }: Pin): boolean =>
  kind === replaceKind.kind &&
  (payload as ReplacePayload).insert.some(
    (block) => block.taskId === taskId && block.version === 1 && (_id === undefined || block.id === _id),
  );

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
  readonly finishedAt?: string | undefined;
  readonly version?: number | undefined;
}

/** Moving or resizing a block pins it, so that planning leaves it where the user put it. */
export async function changeBlock(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
  change: BlockChange,
  { key }: IdempotencyOptions = {},
): Promise<Accepted> {
  const { journal } = platform;
  const commandId = await platform.db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    if (key && (await journal.isRepeated(tx, scope, key, (one) => isBlockChange(one, id)))) return key;
    const block = await findBlock(tx, scope, id);
    if (!block) throw notFound('The block');
    const next = planBlock(block, change, platform.clock());
    const payload: ReplacePayload = {
      remove: [id],
      insert: [next],
      summary: `${getVerb(change)} a block`,
    };
    const commands =
      next.state === block.state
        ? [{ kind: replaceKind.kind, payload }]
        : await planWithStatus(platform, tx, scope, {
            before: block,
            block: next,
            payload,
            madeAt: change.finishedAt,
          });
    return (await journal.runAllIn(tx, scope, commands, { id: key })).commandId;
  });
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

const isBlockChange = ({ kind, payload }: CommandData, id: string): boolean =>
  kind === replaceKind.kind && (payload as ReplacePayload).insert.some((block) => block.id === id);

const isMoved = ({ startsAt, endsAt }: BlockChange) => startsAt !== undefined || endsAt !== undefined;

function getVerb(change: BlockChange): string {
  if (isMoved(change)) return 'Moved';
  if (change.state === 'done') return 'Finished';
  return change.isPinned === false ? 'Unpinned' : 'Changed';
}

function refuseStale(block: StoredBlock, version: number | undefined): void {
  if (version === undefined || version === block.version) return;
  throw new AppError(
    'version_conflict',
    'This block was changed elsewhere in the meantime. Nothing was saved.',
    { fields: { version: `is ${block.version} now` } },
  );
}

function planBlock(block: StoredBlock, change: BlockChange, now: Date): StoredBlock {
  refuseStale(block, change.version);
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
  if (endsAt - startsAt > Math.max(length, MAX_BLOCK_HOURS * HOUR_MS)) {
    const problem = `must be at most ${MAX_BLOCK_HOURS} hours after startsAt`;
    throw new AppError('invalid_request', `A block is at most ${MAX_BLOCK_HOURS} hours long.`, {
      fields: { endsAt: problem },
    });
  }
  const next: StoredBlock = {
    ...block,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    isPinned: change.isPinned ?? (isMoved(change) ? true : block.isPinned),
    state: change.state ?? block.state,
    version: block.version + 1,
  };
  if (next.state === block.state) return next;
  if (next.state === 'planned') return change.endsAt === undefined ? reopenBlock(next) : next;
  return finishBlockAt(next, getChangeTime(change.finishedAt, now));
}

/**
 * In one command with the block: finishing the last block of a task completes the task, and reverting that
 * reopens it. Finishing a later occurrence early takes its date out of the series. Finishing a part sooner than planned
 * shortens the estimate.
 */
async function planWithStatus(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  {
    before,
    block,
    payload,
    madeAt,
  }: {
    before: StoredBlock;
    block: StoredBlock;
    payload: ReplacePayload;
    madeAt: string | undefined;
  },
): Promise<CommandData[]> {
  const now = getChangeTime(madeAt, platform.clock());
  const task = await lockTask(tx, scope, block.taskId);
  const blocks = task ? await listAllBlocksOfTask(tx, scope, task.id) : [];
  const context = { ...(await getTimeRules({ db: tx }, scope)), now };
  const change = task && decideTaskChange(task, blocks, block, findDueOccurrence(task, context));
  const feature = { clock: platform.clock, placements: taskPlacements };
  const durationMinutes =
    task?.status === 'open' && !change && block.occurrenceOn === null
      ? decideEstimate(task, before, block)
      : null;
  const asked = durationMinutes === null ? change : { durationMinutes };
  const commands =
    task && asked ? await planChangeByBlock(feature, tx, scope, task, { ...asked, madeAt }) : [];
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
  return [...commands, { kind: replaceKind.kind, payload: { ...payload, remove } satisfies ReplacePayload }];
}

interface Removal extends IdempotencyOptions {
  readonly version?: number | undefined;
  /** Skips the occurrence that the block is for, of a task that repeats. */
  readonly skipsOccurrence?: boolean;
  readonly madeAt?: string | undefined;
}

export async function removeBlock(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  id: string,
  { key, version, skipsOccurrence = false, madeAt }: Removal = {},
): Promise<Accepted> {
  const { journal } = platform;
  const commandId = await platform.db.transaction().execute(async (tx) => {
    await journal.lockUser(tx, scope);
    if (key && (await journal.isRepeated(tx, scope, key, (one) => isRemoval(one, id)))) return key;
    const block = await findBlock(tx, scope, id);
    if (!block) throw notFound('The block');
    refuseStale(block, version);
    const payload: ReplacePayload = { remove: [id], insert: [], summary: 'Removed a block from the plan' };
    const skip = skipsOccurrence ? await planSkip(platform, tx, scope, block, madeAt) : [];
    const commands = [{ kind: replaceKind.kind, payload }, ...skip];
    return (await journal.runAllIn(tx, scope, commands, { id: key })).commandId;
  });
  return { plan: (await readPlan(platform, scope)).plan, commandId };
}

function isRemoval({ kind, payload }: CommandData, id: string): boolean {
  if (kind !== replaceKind.kind) return false;
  const { remove, insert } = payload as ReplacePayload;
  return remove.includes(id) && insert.length === 0;
}

/** The series goes on without the occurrence of a block, and its other blocks follow. */
async function planSkip(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  { taskId, occurrenceOn = null, state }: StoredBlock,
  madeAt: string | undefined,
): Promise<CommandData[]> {
  const task = await lockTask(tx, scope, taskId);
  if (task?.status !== 'open' || !task.recurrence_rule || state === 'done') {
    throw new AppError('invalid_request', 'Only an open occurrence of a repeating task can be skipped.', {
      fields: { skipsOccurrence: 'is not possible for this block' },
    });
  }
  const feature = { clock, placements: taskPlacements };
  return planChangeByBlock(feature, tx, scope, task, { skipsOccurrence: occurrenceOn, madeAt });
}
