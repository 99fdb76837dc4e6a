import type { AtRisk } from '@dayloom/contracts';
import type { RawBuilder } from 'kysely';

/** The user whose rows are read, as in a scope. */
interface Owner {
  readonly userId: string;
}

/** Columns of the first block of a task that is not over; null without one. */
export interface PlannedTimeColumns {
  readonly block_id: string | null;
  readonly block_starts_at: Date | null;
  readonly block_ends_at: Date | null;
  /** The number of blocks of its occurrence. */
  readonly block_count: number | null;
  /** The blocks of all occurrences, in order of time, with timestamps as text. */
  readonly block_places: readonly { readonly startsAt: string; readonly endsAt: string }[] | null;
}

/**
 * Parts of the tasks' statements that read the plan, so that a list takes one statement. `tasks` is the row of
 * the task in them.
 */
export interface PlacementSql {
  /** A lateral subquery with `PlannedTimeColumns`. */
  selectPlannedTime(now: Date): RawBuilder<unknown>;
  /** Whether the task has a block that overlaps `[from, to)`. */
  isPlannedBetween(scope: Owner, from: Date, to: Date): RawBuilder<boolean>;
  /** Whether the task will be late or does not fit. */
  isAtRisk(scope: Owner): RawBuilder<boolean>;
  /** A scalar subquery: the risks of the whole plan as `AtRisk[]`, or null. */
  selectRisks(scope: Owner): RawBuilder<AtRisk[] | null>;
}
