import type { ConflictSide } from '@dayloom/contracts';

/** A line of a conflict as it is shown. */
export interface ShownDifference {
  readonly field: string;
  readonly mine: ConflictSide;
  readonly theirs: ConflictSide;
}
