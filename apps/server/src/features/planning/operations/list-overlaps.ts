import type { PlannedOverlap } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { getTimeRulesOfRequest } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { findTasksByIds } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { findOverlapped, movesBy } from '../rules/overlaps.ts';
import { listBlocks } from '../store/blocks.ts';

/** The planned blocks under events from now on, the earliest first. Running ones count, finished tasks do not. */
export async function listOverlaps(platform: DbContext, scope: Scope): Promise<PlannedOverlap[]> {
  const { db, clock } = platform;
  const now = clock();
  const { homeTimeZone, scheduling } = await getTimeRulesOfRequest(platform, scope);
  // Planning gives no block a place after the horizon.
  const to = new Date(now.getTime() + (scheduling.horizonDays + 1) * DAY_MS);
  const [blocks, busy] = await Promise.all([
    listBlocks(db, scope, now),
    listBusyIntervals(db, scope, now, to, { allDay: scheduling.allDayEventsBlock, homeTimeZone }),
  ]);
  const planned = blocks.filter(({ state }) => state === 'planned');
  const found = findOverlapped(planned, busy, now);
  if (found.length === 0) return [];
  const tasks = await findTasksByIds(db, scope, [...new Set(found.map(({ taskId }) => taskId))]);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return found.flatMap((block): PlannedOverlap[] => {
    const task = byId.get(block.taskId);
    if (task?.status !== 'open') return [];
    return [
      {
        blockId: block.id,
        title: task.title,
        startsAt: block.startsAt,
        movesBy: movesBy(block, task, { now, scheduling }),
      },
    ];
  });
}
