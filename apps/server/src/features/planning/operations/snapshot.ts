import type { Platform } from '../../../platform/context.ts';
import type { Scope } from '../../../platform/scope.ts';
import { getTimeRules } from '../../account/operations.ts';
import { listBusyIntervals } from '../../calendar/operations/events.ts';
import { listPlannableTasks, type PlannableTask } from '../../tasks/operations.ts';
import { horizonOf, isFixed, type Snapshot } from '../rules/snapshot.ts';
import { listBlocksForPlanning, type StoredBlock } from '../store/blocks.ts';

const DAY_MS = 86_400_000;
/** Functions of this module run in the computing thread. */
export const SOLVER = new URL('../rules/solve.ts', import.meta.url);
export const DEFAULT_HORIZON_DAYS = 7;

/** Everything a plan depends on, read at one moment. */
export async function loadSnapshot(platform: Platform, scope: Scope, horizonDays: number): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const to = new Date(now.getTime() + (horizonDays + 1) * DAY_MS);
  const [rules, tasks, blocks, busy] = await Promise.all([
    getTimeRules(platform, scope),
    listPlannableTasks(db, scope),
    listBlocksForPlanning(db, scope, now),
    listBusyIntervals(db, scope, now, to),
  ]);
  return { now, timeZone: rules.homeTimeZone, hours: rules.hours, tasks, blocks, busy, horizonDays };
}

export function titlesOf(tasks: readonly PlannableTask[]): Record<string, string> {
  return Object.fromEntries(tasks.map((task) => [task.id, task.title]));
}

/** The blocks that a plan may take out of the horizon: planned, ahead, not pinned, of tasks it plans. */
export function movableOf(snapshot: Snapshot): StoredBlock[] {
  const { end } = horizonOf(snapshot.now, snapshot.horizonDays, snapshot.timeZone);
  const open = new Set(
    snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday).map((task) => task.id),
  );
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' &&
      !isFixed(block, snapshot.now) &&
      open.has(block.taskId) &&
      Date.parse(block.startsAt) < end,
  );
}
