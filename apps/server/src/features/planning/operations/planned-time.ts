import type { Interval } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { isFixed } from '../rules/snapshot.ts';
import { listBlocks, selectHasPlanned } from '../store/blocks.ts';

/** The planned work of a range: what stays where it is, and what a new plan may move. */
export interface PlannedTime {
  readonly fixed: Interval[];
  readonly movable: Interval[];
}

export async function listPlannedTime(
  platform: DbContext,
  scope: Scope,
  from: Date,
  to: Date,
): Promise<PlannedTime> {
  const { scheduling } = await getCachedTimeRules(platform, scope);
  const now = platform.clock();
  const planned: PlannedTime = { fixed: [], movable: [] };
  const blocks = await listBlocks(platform.db, scope, from);
  const rules = { now, scheduling, blocks, tasks: blocks };
  for (const block of blocks) {
    const interval = { start: Date.parse(block.startsAt), end: Date.parse(block.endsAt) };
    if (block.state !== 'planned' || interval.start >= to.getTime()) continue;
    planned[isFixed(block, rules) ? 'fixed' : 'movable'].push(interval);
  }
  return planned;
}

/** SQL: whether any work is planned in the range. */
export const selectHasPlannedTime = selectHasPlanned;
