import type { Task } from '@dayloom/contracts';
import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';

/** What a list of tasks wants to know of the plan. The planning feature provides it; `app.ts` connects them. */
export interface TaskPlacements {
  /** Where the plan puts each of the tasks, and what it says of their deadlines. */
  find(
    scope: Scope,
    taskIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<Task, 'planned' | 'risk'>>>;
  /** Tasks with a block that touches `[from, to)`. */
  listPlanned(scope: Scope, from: Date, to: Date): Promise<readonly string[]>;
  /** Tasks that will be late or find no place. */
  listAtRisk(scope: Scope): Promise<readonly string[]>;
  /**
   * The command that gives back the time ahead of a task that needs none any more; null when it has none. It
   * is carried out with the change of the task, so that one undo takes both back.
   */
  planRelease(tx: Tx, scope: Scope, task: ReleasedTask): Promise<CommandData | null>;
}

export interface ReleasedTask {
  readonly id: string;
  /** Completed: what was worked on until now counts. Deleted: nothing is left. */
  readonly isWorkKept: boolean;
}
