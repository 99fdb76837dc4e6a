import { randomUUID } from 'node:crypto';
import { type FocusOutcome, MAX_TASK_MINUTES } from '@dayloom/contracts';
import type { Interval } from '@dayloom/time';
import { prepareTaskChange } from '#features/tasks/operations/change-tasks.ts';
import { isTaskDeleted, lockTask } from '#features/tasks/operations/plannable-tasks.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import { sumConfirmedMinutes } from '../rules/confirmed-work.ts';
import { planWorkedBlocks } from '../rules/recorded-work.ts';
import { listAllBlocksOfTask } from '../store/blocks.ts';
import { type ReplacePayload, replaceKind } from './replace-blocks.ts';
import { taskPlacements } from './task-placements.ts';

export interface RecordedWork {
  readonly taskId: string;
  /** When it was worked, in order; in ms. */
  readonly stretches: readonly Interval[];
  readonly outcome: FocusOutcome;
  /** When that was said, if it has waited. */
  readonly madeAt?: string | undefined;
  /** With the outcome `more`: how much work the task still needs. */
  readonly moreMinutes: number;
}

/** What a task was before work on it was recorded. */
export type TaskBefore = 'open' | 'done' | 'deleted';

/**
 * The commands that record work on a task as finished blocks, in place of the blocks that were planned for that
 * time, and then complete the task or lengthen its estimate. Call the journal's `lockUser` first.
 */
export async function prepareRecordedWork(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  { taskId, stretches, outcome, madeAt, moreMinutes }: RecordedWork,
): Promise<{ readonly commands: CommandData[]; readonly taskWas: TaskBefore }> {
  const task = await lockTask(tx, scope, taskId);
  if (!task) {
    // The work was done, although nothing of the task is left to plan.
    if (await isTaskDeleted(tx, scope, taskId)) return { commands: [], taskWas: 'deleted' };
    throw notFound('The task');
  }
  const own = (await listAllBlocksOfTask(tx, scope, task.id)).filter(({ occurrenceOn }) => !occurrenceOn);
  const { remove, insert } = planWorkedBlocks(own, stretches, {
    taskId: task.id,
    isFinished: outcome === 'done',
    createId: randomUUID,
  });
  const payload: ReplacePayload = { remove, insert, summary: `Worked on '${task.title}'` };
  const needed = Math.min(sumConfirmedMinutes([...own, ...insert]) + moreMinutes, MAX_TASK_MINUTES);
  const change =
    outcome === 'done'
      ? { status: 'done' as const, madeAt }
      : outcome === 'more' && needed > task.duration_minutes
        ? { durationMinutes: needed }
        : null;
  const feature = { clock: platform.clock, placements: taskPlacements };
  const commands =
    task.status === 'open' && change
      ? await prepareTaskChange(feature, tx, scope, task, change, { isBegun: true })
      : [];
  // After the task: completing it keeps the part of a running block that is over, which this work replaces.
  return {
    commands: [...commands, ...(insert.length > 0 ? [{ kind: replaceKind.kind, payload }] : [])],
    taskWas: task.status,
  };
}
