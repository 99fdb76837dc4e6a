import type { AtRisk, Plan } from '@dayloom/contracts';
import { listExistingTasks } from '#features/tasks/operations/plannable-tasks.ts';
import type { Tx } from '#platform/db.ts';
import type { CommandKind } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredBlock } from '../model/block.ts';
import { deleteBlocks, insertBlocks, listPinnedBlocksAt } from '../store/blocks.ts';
import { advancePlan, getPlanState } from '../store/plans.ts';
import { listVisibleBlocks } from './read-plan.ts';

/** Removes blocks and inserts others. The inverse has the same form, with the previous blocks and risks. */
export interface ReplacePayload {
  readonly remove: readonly string[];
  readonly insert: readonly StoredBlock[];
  readonly atRisk?: readonly AtRisk[];
  readonly plannedAt?: string;
  readonly summary: string;
}

export const replaceKind: CommandKind<ReplacePayload, void> = {
  kind: 'plan.replace',
  async apply(tx, scope, { remove, insert, atRisk, plannedAt, summary }, now) {
    const { at_risk: riskBefore } = await getPlanState(tx, scope, true);
    // Commands can be undone in any order, so an inserted block may already exist.
    const inWay = [...insert.map(({ id }) => id), ...(await listHiddenInWay(tx, scope, insert, now))];
    const removed = await deleteBlocks(tx, scope, [...remove, ...inWay]);
    await insertBlocks(tx, scope, insert, now);
    await advancePlan(tx, scope, {
      ...(atRisk && { atRisk }),
      ...(plannedAt && { plannedAt: new Date(plannedAt) }),
    });
    const inverse: ReplacePayload = {
      remove: insert.map((block) => block.id),
      insert: removed,
      ...(atRisk && { atRisk: riskBefore }),
      summary: `Undid: ${summary}`,
    };
    return {
      result: undefined,
      inverse: { kind: 'plan.replace', payload: inverse },
      summary,
      changed: ['plan', 'tasks'],
    };
  },
};

/**
 * Pinned blocks that are not shown, at times where other blocks are to be pinned. An undo deleted or
 * completed their task, but keeps its blocks for a redo.
 */
async function listHiddenInWay(
  tx: Tx,
  scope: Scope,
  insert: readonly StoredBlock[],
  now: Date,
): Promise<string[]> {
  const pinned = insert.filter(({ isPinned, state }) => isPinned && state === 'planned');
  const inWay = await listPinnedBlocksAt(tx, scope, pinned);
  const tasks = await listExistingTasks(tx, scope, [...new Set(inWay.map(({ taskId }) => taskId))]);
  const shown = new Set(listVisibleBlocks(inWay, tasks, now).map(({ _id }) => _id));
  return inWay.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
}

export const planningCommands = [replaceKind];

export interface Accepted {
  readonly plan: Plan;
  readonly commandId: string;
}
