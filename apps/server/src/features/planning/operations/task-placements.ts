import type { ContinuedSeries, TaskToUnplan } from '#features/tasks/model/series-changes.ts';
import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { truncateAt } from '../rules/confirmed-work.ts';
import { planSeriesBlocks } from '../rules/series-blocks.ts';
import { hasFinishedBlock, hasPlannedTime, listAllBlocksOfTask, listBlocksOfTasks } from '../store/blocks.ts';
import { isAtRisk, isPlannedBetween, selectPlannedTime, selectRisks } from '../store/task-placements.ts';
import { type ReplacePayload, replaceKind } from './replace-blocks.ts';

/** Implements the tasks' port `TaskPlacements`. */
export const taskPlacements = {
  selectPlannedTime,
  isPlannedBetween,
  isAtRisk,
  selectRisks,
  hasWork: hasFinishedBlock,
  isPlanned: hasPlannedTime,
  async planRelease(tx: Tx, scope: Scope, { id, isWorkKept, at }: TaskToUnplan): Promise<CommandData | null> {
    const ahead = await listBlocksOfTasks(tx, scope, [id], at);
    if (ahead.length === 0) return null;
    const payload: ReplacePayload = {
      remove: ahead.map((block) => block.id),
      insert: isWorkKept ? ahead.flatMap((block) => truncateAt(block, at)) : [],
      summary: `Removed ${ahead.length === 1 ? 'a block' : `${ahead.length} blocks`} from the plan`,
    };
    return { kind: replaceKind.kind, payload };
  },
  async planContinuation(tx: Tx, scope: Scope, series: ContinuedSeries): Promise<CommandData | null> {
    const blocks = await listAllBlocksOfTask(tx, scope, series.id);
    const { remove, insert } = planSeriesBlocks(blocks, series);
    if (remove.length === 0) return null;
    const payload: ReplacePayload = { remove, insert, summary: 'Moved the planned time of a series on' };
    return { kind: replaceKind.kind, payload };
  },
};
