import type { AtRisk } from '@dayloom/contracts';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/db.ts';
import type { CommandData } from '#platform/journal.ts';
import type { Scope } from '#platform/scope.ts';

/** Columns of the first block of a task that is not over; null without one. */
export interface PlannedTimeColumns {
  readonly block_id: string | null;
  readonly block_starts_at: Date | null;
  readonly block_ends_at: Date | null;
  readonly block_count: number | null;
}

/**
 * What tasks read from the plan. The planning feature implements it, and `app.ts` connects the two. It gives
 * SQL for the statements of the tasks, in which `tasks` is the task's row: a list then takes one statement.
 */
export interface TaskPlacements {
  /** A lateral subquery with `PlannedTimeColumns`. */
  selectPlannedTime(now: Date): RawBuilder<unknown>;
  /** Whether the task has a block that overlaps `[from, to)`. */
  isPlannedBetween(scope: Scope, from: Date, to: Date): RawBuilder<boolean>;
  /** Whether the task will be late or does not fit. */
  isAtRisk(scope: Scope): RawBuilder<boolean>;
  /** A scalar subquery: the risks of the whole plan as `AtRisk[]`, or null. */
  selectRisks(scope: Scope): RawBuilder<AtRisk[] | null>;
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
