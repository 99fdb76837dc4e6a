import type { Task } from '@dayloom/contracts';
import type { TaskPlacements } from '#features/tasks/operations/plannable-tasks.ts';
import type { Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import { endedBy } from '../rules/confirmed.ts';
import { planSeriesBlocks } from '../rules/series-blocks.ts';
import { listAllBlocksOfTask, listBlocksOfTasks, listPlannedTaskIds } from '../store/blocks.ts';
import { findPlan } from '../store/plans.ts';
import { type ReplacePayload, replaceKind } from './replace-blocks.ts';

/** Implements the port through which tasks read the plan. */
export function taskPlacements({ db, clock }: { db: Db; clock: Platform['clock'] }): TaskPlacements {
  return {
    async find(scope, taskIds) {
      const [{ at_risk }, blocks] = await Promise.all([
        findPlan(db, scope),
        listBlocksOfTasks(db, scope, taskIds, clock()),
      ]);
      const risks = new Map(
        at_risk.map((risk) => [
          risk.taskId,
          risk.shortMinutes > 0 ? ('unplanned' as const) : ('late' as const),
        ]),
      );
      const found = new Map<string, Pick<Task, 'planned' | 'risk'>>();
      for (const id of taskIds) found.set(id, { planned: null, risk: risks.get(id) ?? null });
      const firstOccurrences = new Map<string, string | null | undefined>();
      for (const block of blocks) {
        const known = found.get(block.taskId);
        if (!known?.planned) firstOccurrences.set(block.taskId, block.occurrenceOn);
        const isOfFirst = firstOccurrences.get(block.taskId) === block.occurrenceOn;
        const first = known?.planned ?? {
          blockId: block.id,
          startsAt: block.startsAt,
          endsAt: block.endsAt,
          blockCount: 0,
          places: [],
        };
        found.set(block.taskId, {
          risk: known?.risk ?? null,
          planned: {
            ...first,
            blockCount: first.blockCount + (isOfFirst ? 1 : 0),
            places: [...first.places, { startsAt: block.startsAt, endsAt: block.endsAt }],
          },
        });
      }
      return found;
    },
    listPlanned: (scope, from, to) => listPlannedTaskIds(db, scope, from, to),
    async listAtRisk(scope) {
      return (await findPlan(db, scope)).at_risk.map((risk) => risk.taskId);
    },
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
