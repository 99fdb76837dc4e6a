import type { TaskChange } from '@dayloom/contracts';
import type { Db, Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { StoredTask } from '../model/stored-task.ts';
import {
  findLastHardDue as findLastDue,
  findTaskForChange,
  isTaskKnown,
  listCompletedBetween,
  listOpenTasks,
  listTasksByIds,
  selectHasHardDue as selectHasHard,
} from '../store/find.ts';
import { prepareTaskChange } from './change-tasks.ts';
import type { TaskFeature } from './read-tasks.ts';

/** Every open task, for the planner's snapshot. */
export function listPlannableTasks(db: Db, scope: Scope): Promise<StoredTask[]> {
  return listOpenTasks(db, scope);
}

/** When the last of the hard deadlines of planned work is; null without any. Dates count to the end of the day. */
export function findLastHardDue(db: Db, scope: Scope): Promise<Date | null> {
  return findLastDue(db, scope);
}

/** SQL: whether planned work has a hard deadline. */
export const selectHasHardDue = selectHasHard;

/** What was completed in the range, the earliest first. */
export function listCompletedTasks(db: Db, scope: Scope, from: Date, to: Date): Promise<StoredTask[]> {
  return listCompletedBetween(db, scope, from, to);
}

export function listExistingTasks(db: Db, scope: Scope, ids: readonly string[]): Promise<StoredTask[]> {
  return listTasksByIds(db, scope, ids);
}

/** The task, locked until the transaction ends; undefined when it does not exist. */
export function lockTask(tx: Tx, scope: Scope, id: string): Promise<StoredTask | undefined> {
  return findTaskForChange(tx, scope, id);
}

/** Whether the task was deleted and can still be restored. */
export async function isTaskDeleted(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  return !(await findTaskForChange(tx, scope, id)) && (await isTaskKnown(tx, scope, id));
}

/** The commands that change a locked task because of one of its blocks. */
export function planChangeByBlock(
  feature: Pick<TaskFeature, 'clock' | 'placements'>,
  tx: Tx,
  scope: Scope,
  task: StoredTask,
  change: Pick<TaskChange, 'status' | 'exceptionDates' | 'durationMinutes' | 'skipsOccurrence' | 'madeAt'>,
): Promise<CommandData[]> {
  return prepareTaskChange(feature, tx, scope, task, change, { isBegun: true });
}
