import type { Block } from '../format/format.ts';

export interface PlanProgress {
  /** Objective of the best plan so far. */
  readonly cost: number;
  readonly iterations: number;
}

export interface PlanOptions {
  /** Steps of the search. The same number and seed give the same plan. */
  readonly iterations?: number;
  /**
   * Time for the whole call in milliseconds, as measured by `clock`. A first complete plan is always made.
   */
  readonly budgetMs?: number;
  /**
   * Milliseconds from any origin, such as `performance.now`. Required for `budgetMs`: the planner has no
   * clock.
   */
  readonly clock?: () => number;
  readonly seed?: number;
  /**
   * A plan to start from; it may violate constraints. Blocks that are allowed stay, missing ones are
   * inserted, and the search continues from there. If it is feasible, the result is never worse.
   */
  readonly start?: { readonly blocks: readonly Block[] };
  /** Instants of changes since `start`: the search begins around them. */
  readonly around?: readonly string[];
  /** An `AbortSignal`; aborting returns the best plan so far. */
  readonly signal?: { readonly aborted: boolean };
  /** Called for the first plan and for each better one. */
  readonly onProgress?: (progress: PlanProgress) => void;
}
