import type { TaskPlacements } from '#features/tasks/operations/plannable-tasks.ts';
import type { Platform } from '#platform/context.ts';
import { endedBy } from '../rules/confirmed.ts';
import { planSeriesBlocks } from '../rules/series-blocks.ts';
import { hasFinishedBlock, listAllBlocksOfTask, listBlocksOfTasks } from '../store/blocks.ts';
import { isAtRisk, isPlannedBetween, selectPlannedTime, selectRisks } from '../store/task-placements.ts';
import { type ReplacePayload, replaceKind } from './replace-blocks.ts';

/** Implements the port through which tasks read the plan. */
export function taskPlacements({ clock }: Pick<Platform, 'clock'>): TaskPlacements {
  return {
    selectPlannedTime,
    isPlannedBetween,
    isAtRisk,
    selectRisks,
    hasWork: hasFinishedBlock,
    async planRelease(tx, scope, { id, isWorkKept }) {
      const now = clock();
      const ahead = await listBlocksOfTasks(tx, scope, [id], now);
      if (ahead.length === 0) return null;
      const payload: ReplacePayload = {
        remove: ahead.map((block) => block.id),
        insert: isWorkKept ? ahead.flatMap((block) => endedBy(block, now)) : [],
        summary: `Removed ${ahead.length === 1 ? 'a block' : `${ahead.length} blocks`} from the plan`,
      };
      return { kind: replaceKind.kind, payload };
    },
    async planContinuation(tx, scope, series) {
      const blocks = await listAllBlocksOfTask(tx, scope, series.id);
      const { remove, insert } = planSeriesBlocks(blocks, series, clock());
      if (remove.length === 0) return null;
      const payload: ReplacePayload = { remove, insert, summary: 'Moved the planned time of a series on' };
      return { kind: replaceKind.kind, payload };
    },
  };
}
