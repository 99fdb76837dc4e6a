import type { Platform } from '../../../platform/context.ts';
import type { Scope } from '../../../platform/scope.ts';
import { getTimeRules } from '../../account/operations/time-rules.ts';
import { listBusyIntervals } from '../../calendar/operations/events.ts';
import { listPlannableTasks, type PlannableTask } from '../../tasks/operations.ts';
import { horizonOf, isFixed, type Snapshot } from '../rules/snapshot.ts';
import { listBlocksForPlanning, type StoredBlock } from '../store/blocks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Functions of this module run in the computing thread. */
export const SOLVER = new URL('../rules/solve.ts', import.meta.url);

/**
 * Everything a plan depends on, read at one moment. `daysOf` makes of the days that the user plans ahead
 * those that are asked for.
 */
export async function loadSnapshot(
  platform: Platform,
  scope: Scope,
  daysOf: (usual: number) => number,
): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const horizonDays = daysOf(scheduling.horizonDays);
  // An event that has just ended, or begins after the horizon, may reach into it with its buffer.
  const from = new Date(now.getTime() - scheduling.meetingBufferMinutes * MINUTE_MS);
  const to = new Date(now.getTime() + (horizonDays + 1) * DAY_MS);
  const [tasks, blocks, busy] = await Promise.all([
    listPlannableTasks(db, scope),
    listBlocksForPlanning(db, scope, now),
    listBusyIntervals(db, scope, from, to, { allDay: scheduling.allDayEventsBlock, homeTimeZone }),
  ]);
  return {
    now,
    timeZone: homeTimeZone,
    hours,
    hoursOverrides,
    scheduling,
    tasks,
    blocks,
    busy,
    horizonDays,
  };
}

export function titlesOf(tasks: readonly PlannableTask[]): Record<string, string> {
  return Object.fromEntries(tasks.map((task) => [task.id, task.title]));
}

/** The blocks that a plan may take out of the horizon: planned, ahead, not pinned, of tasks it plans. */
export function movableOf(snapshot: Snapshot): StoredBlock[] {
  const { end } = horizonOf(snapshot);
  const open = new Set(
    snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday).map((task) => task.id),
  );
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' &&
      !isFixed(block, snapshot) &&
      open.has(block.taskId) &&
      Date.parse(block.startsAt) < end,
  );
}
