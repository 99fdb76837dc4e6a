import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { PlacementSql } from './model/placement-sql.ts';
import type { ContinuedSeries, TaskToUnplan } from './model/series-changes.ts';

/** What tasks read from the plan. The planning feature implements it, and `app.ts` connects the two. */
export interface TaskPlacements extends PlacementSql {
  /** Whether work on the task itself, not on a later occurrence, was confirmed. */
  hasWork(tx: Tx, scope: Scope, id: string): Promise<boolean>;
  /** Whether the task itself, not a later occurrence, is in the plan or was. */
  isPlanned(tx: Tx, scope: Scope, id: string): Promise<boolean>;
  /**
   * The command that frees the planned time of a task that no longer needs it; null when it has none. It runs
   * together with the change of the task, so that one undo reverts both.
   */
  planRelease(tx: Tx, scope: Scope, task: TaskToUnplan): Promise<CommandData | null>;
  /**
   * The command that adapts the planned time of a series to its changed occurrences; null when nothing
   * changes. It runs after the change of the task, in the same transaction.
   */
  planContinuation(tx: Tx, scope: Scope, series: ContinuedSeries): Promise<CommandData | null>;
}
