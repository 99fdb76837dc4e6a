import { DAY_MS, MINUTE_MS } from '@dayloom/time';
import { getTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { listWork } from '#features/tasks/operations/occurrences.ts';
import { listPlannableTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { type StoredBlock, toWorkId } from '../model/block.ts';
import {
  computeSlotMinutes,
  getBufferAfterEvents,
  getHorizon,
  type HorizonContext,
  isLeftAlone,
  type Snapshot,
} from '../rules/snapshot.ts';
import { listBlocksForPlanning } from '../store/blocks.ts';

/** Functions of this module run in the computing thread. */
export const SOLVER = new URL('../rules/solve.ts', import.meta.url);

/**
 * Reads everything a plan depends on. `getDays` returns the number of days to plan, and `exceptEvents` are ids of events
 * that take no time.
 */
export async function loadSnapshot(
  platform: DbContext,
  scope: Scope,
  getDays: (context: Omit<HorizonContext, 'horizonDays'>) => number = ({ scheduling }) =>
    scheduling.horizonDays,
  exceptEvents: readonly string[] = [],
): Promise<Snapshot> {
  const { db, clock } = platform;
  const now = clock();
  const { hours, hoursOverrides, homeTimeZone, scheduling } = await getTimeRules(platform, scope);
  const horizonDays = getDays({ now, timeZone: homeTimeZone, scheduling });
  // The buffer of an event that has just ended, or starts after the horizon, may reach into it.
  const from = new Date(now.getTime() - getBufferAfterEvents(scheduling) * MINUTE_MS);
  const to = new Date(now.getTime() + (horizonDays + 1) * DAY_MS);
  const [openTasks, blocks, busy] = await Promise.all([
    listPlannableTasks(db, scope),
    listBlocksForPlanning(db, scope, now),
    listBusyIntervals(db, scope, from, to, {
      allDay: scheduling.allDayEventsBlock,
      homeTimeZone,
      except: exceptEvents,
    }),
  ]);
  const { end } = getHorizon({ now, timeZone: homeTimeZone, horizonDays, scheduling });
  const tasks = listWork(
    openTasks,
    { homeTimeZone, hours, hoursOverrides, now },
    {
      until: new Date(end),
      datesInPlan: listDates(blocks, now),
      toId: (taskId, occurrenceOn) => toWorkId({ taskId, occurrenceOn }),
    },
  );
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
    slotMinutes: computeSlotMinutes({ now, scheduling, tasks, blocks }),
  };
}

/** By task, the dates of later occurrences that have future blocks. */
function listDates(blocks: readonly StoredBlock[], now: Date): Map<string, Set<string>> {
  const dates = new Map<string, Set<string>>();
  for (const { taskId, occurrenceOn, state, endsAt } of blocks) {
    if (!occurrenceOn || state === 'done' || Date.parse(endsAt) <= now.getTime()) continue;
    dates.set(taskId, (dates.get(taskId) ?? new Set()).add(occurrenceOn));
  }
  return dates;
}

/**
 * The future blocks that a plan may move or remove: not fixed, and of tasks that it plans. It removes those of
 * occurrences that no longer exist, or that were missed, even if they are pinned.
 */
export function listMovable(snapshot: Snapshot): StoredBlock[] {
  const planned = snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday);
  const series = new Set(planned.map(({ taskId }) => taskId));
  const work = new Set(planned.map(({ id }) => id));
  const known = new Set(snapshot.tasks.map(({ id }) => id));
  const isMovable = (block: StoredBlock) =>
    known.has(toWorkId(block))
      ? work.has(toWorkId(block)) && !isLeftAlone(block, snapshot)
      : series.has(block.taskId);
  return snapshot.blocks.filter(
    (block) =>
      block.state === 'planned' && Date.parse(block.endsAt) > snapshot.now.getTime() && isMovable(block),
  );
}
