import { DAY_MS, HOUR_MS } from '@dayloom/time';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { findLaterPlace } from '../rules/later-place.ts';
import { findBlock, listBlocksOfTasks } from '../store/blocks.ts';
import { changeBlock } from './blocks.ts';
import { loadSnapshot } from './snapshot.ts';

/** 'Later' is at least this much later. */
const MIN_MS = HOUR_MS;
const MAX_DAYS = 14;

export interface PostponedBlock {
  readonly startsAt: Date;
  readonly commandId: string;
}

/**
 * Moves a block to the next free time of its task's hours, an hour later at the earliest, and pins it there. `gone`:
 * the block is no longer in the plan, or done. `no_time`: nothing is free within two weeks. `alreadyAt`: the block is no
 * longer at `expectedStart`, so it is not moved.
 */
export async function postponeBlock(
  platform: DbContext & Pick<Platform, 'journal'>,
  scope: Scope,
  blockId: string,
  expectedStart: Date | null,
): Promise<PostponedBlock | { readonly alreadyAt: Date } | 'gone' | 'no_time'> {
  const block = await findBlock(platform.db, scope, blockId);
  if (!block || block.state === 'done') return 'gone';
  const [task] = await listExistingTasks(platform.db, scope, [block.taskId]);
  if (!task || task.status === 'done') return 'gone';
  if (expectedStart && Date.parse(block.startsAt) !== expectedStart.getTime())
    return { alreadyAt: new Date(block.startsAt) };
  const snapshot = await loadSnapshot(platform, scope, () => MAX_DAYS);
  const now = snapshot.now.getTime();
  const [start, end] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
  const place = findLaterPlace({
    lengthMs: end - start,
    earliest: Math.max(now, start) + MIN_MS,
    latest: now + MAX_DAYS * DAY_MS,
    timeZone: snapshot.timeZone,
    week: snapshot.hours[task.hours === 'personal' ? 'personal' : 'work'],
    hoursOverrides: snapshot.hoursOverrides,
    set: task.hours === 'personal' ? 'personal' : 'work',
    gridMinutes: snapshot.scheduling.gridMinutes,
    taken: [
      ...snapshot.busy,
      ...snapshot.blocks
        .filter(({ id, state }) => id !== block.id && state === 'planned')
        .map(({ startsAt, endsAt }) => ({ start: Date.parse(startsAt), end: Date.parse(endsAt) })),
    ],
  });
  if (!place) return 'no_time';
  const { commandId } = await changeBlock(platform, scope, block.id, {
    startsAt: new Date(place.start).toISOString(),
    version: block.version,
  });
  return { startsAt: new Date(place.start), commandId };
}

/** The task's next planned block; null without one. */
export async function findNextBlockId(
  { db, clock }: DbContext,
  scope: Scope,
  taskId: string,
): Promise<string | null> {
  const [next] = await listBlocksOfTasks(db, scope, [taskId], clock());
  return next?.id ?? null;
}
