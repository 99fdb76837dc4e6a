import type { ContinuedSeries, ReleasedTask } from '#features/tasks/model/series-changes.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { endedBy } from '../rules/confirmed.ts';
import { planSeriesBlocks } from '../rules/series-blocks.ts';
import { hasFinishedBlock, listAllBlocksOfTask, listBlocksOfTasks } from '../store/blocks.ts';
import { isAtRisk, isPlannedBetween, selectPlannedTime, selectRisks } from '../store/task-placements.ts';
import { type ReplacePayload, replaceKind } from './replace-blocks.ts';

/** Implements the tasks' port `TaskPlacements`. */
export function taskPlacements({ clock }: Pick<Platform, 'clock'>) {
  return {
    selectPlannedTime,
    isPlannedBetween,
    isAtRisk,
    selectRisks,
    hasWork: hasFinishedBlock,
    async planRelease(tx: Tx, scope: Scope, { id, isWorkKept }: ReleasedTask): Promise<CommandData | null> {
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
    async planContinuation(tx: Tx, scope: Scope, series: ContinuedSeries): Promise<CommandData | null> {
      const blocks = await listAllBlocksOfTask(tx, scope, series.id);
      const { remove, insert } = planSeriesBlocks(blocks, series, clock());
      if (remove.length === 0) return null;
      const payload: ReplacePayload = { remove, insert, summary: 'Moved the planned time of a series on' };
      return { kind: replaceKind.kind, payload };
    },
  };
}
