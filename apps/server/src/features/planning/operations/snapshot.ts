import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { listPlannableTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import { type Frame, isLeftAlone, type Snapshot } from '../rules/snapshot.ts';
import { listBlocksForPlanning } from '../store/blocks.ts';

/** Functions of this module run in the computing thread. */
export const SOLVER = new URL('../rules/solve.ts', import.meta.url);

/** Reads everything a plan depends on. `getDays` returns the number of days to plan. */
export async function loadSnapshot(
  platform: DbContext,
  scope: Scope,
  getDays: (frame: Omit<Frame, 'horizonDays'>) => number = ({ scheduling }) => scheduling.horizonDays,
): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const horizonDays = getDays({ now, timeZone: homeTimeZone, scheduling });
  // The buffer of an event that has just ended, or starts after the horizon, may reach into it.
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

/** The future blocks that a plan may move or remove: not fixed, and of tasks that it plans. */
export function listMovable(snapshot: Snapshot): StoredBlock[] {
  const open = new Set(
    snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday).map((task) => task.id),
  );
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' &&
      Date.parse(block.endsAt) > snapshot.now.getTime() &&
      !isLeftAlone(block, snapshot) &&
      open.has(block.taskId),
  );
}
