import type { PlannedOverlap } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import { getCachedTimeRules } from '#features/account/operations/time-rules.ts';
import { listBusyIntervals } from '#features/calendar/operations/read-occurrences.ts';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { DbContext } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { decideMovesBy, listBlockOverlaps, listOverlapped } from '../rules/overlaps.ts';
import { listBlocks } from '../store/blocks.ts';

/**
 * The planned blocks under events, and those that other blocks run into, from now on, the earliest first. Running ones
 * count, blocks of finished tasks do not.
 */
export async function listOverlaps(platform: DbContext, scope: Scope): Promise<PlannedOverlap[]> {
  const { db, clock } = platform;
  const now = clock();
  const { homeTimeZone, scheduling } = await getCachedTimeRules(platform, scope);
  // Planning gives no block a place after the horizon.
  const to = new Date(now.getTime() + (scheduling.horizonDays + 1) * DAY_MS);
  const [blocks, busy] = await Promise.all([
    listBlocks(db, scope, now),
    listBusyIntervals(db, scope, now, to, { allDay: scheduling.allDayEventsBlock, homeTimeZone }),
  ]);
  const planned = blocks.filter(({ state }) => state === 'planned');
  const rulesFor = (tasks: readonly { taskId: string }[]) => ({ now, scheduling, blocks: planned, tasks });
  const runInto = listBlockOverlaps(planned, rulesFor(planned));
  const found = new Set([...listOverlapped(planned, busy, now), ...runInto.keys(), ...runInto.values()]);
  if (found.size === 0) return [];
  const ids = new Set([...found].map(({ taskId }) => taskId));
  const tasks = (await listExistingTasks(db, scope, [...ids])).filter(({ status }) => status === 'open');
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const isOpen = ({ taskId }: { taskId: string }) => byId.has(taskId);
  const rules = rulesFor(tasks.map(({ id }) => ({ taskId: id })));
  const shown = [...found].filter(isOpen);
  const under = new Set(listOverlapped(shown, busy, now));
  const openRunInto = listBlockOverlaps(shown, rules);
  return shown
    .filter((block) => under.has(block) || openRunInto.has(block))
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt))
    .flatMap((block): PlannedOverlap[] => {
      const task = byId.get(block.taskId);
      if (!task) return [];
      const other = under.has(block) ? undefined : openRunInto.get(block);
      return [
        {
          blockId: block.id,
          title: task.title,
          startsAt: block.startsAt,
          under: other ? (byId.get(other.taskId)?.title ?? null) : null,
          movesBy: decideMovesBy(block, task, rules),
        },
      ];
    });
}
