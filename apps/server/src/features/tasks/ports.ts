import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';
import type { PlacementSql } from './model/placement-sql.ts';

/** What tasks read from the plan. The planning feature implements it, and `app.ts` connects the two. */
export interface TaskPlacements extends PlacementSql {
  /**
   * The command that frees the planned time of a task that no longer needs it; null when it has none. It runs
   * together with the change of the task, so that one undo reverts both.
   */
  planRelease(tx: Tx, scope: Scope, task: ReleasedTask): Promise<CommandData | null>;
}

export interface ReleasedTask {
  readonly id: string;
  /** True: work until now counts (completed, or moved to someday). False: nothing is kept (deleted). */
  readonly isWorkKept: boolean;
}
