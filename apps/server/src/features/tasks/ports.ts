import type { Task } from '@dayloom/contracts';
import type { Scope } from '../../platform/scope.ts';

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
}
