import type { Block } from '../format/format.ts';

export interface PlanProgress {
  /** Objective of the best plan so far. */
  readonly cost: number;
  readonly iterations: number;
}

export interface PlanOptions {
  /** Steps of the search. The same number and seed give the same plan. */
  readonly iterations?: number;
  /** Time for the whole call in milliseconds, as `clock` tells it. A first complete plan is always made. */
  readonly budgetMs?: number;
  /** Milliseconds from any origin, `performance.now` for one. Needed for `budgetMs`: the planner owns no clock. */
  readonly clock?: () => number;
  readonly seed?: number;
  /**
   * A plan to begin with, whatever it breaks: blocks that are still allowed stay, what is missing is inserted, and
   * the search goes on from there. The result is never worse than it, if it is feasible.
   */
  readonly start?: { readonly blocks: readonly Block[] };
  /** Instants around which something changed since `start`: the search looks there first. */
  readonly around?: readonly string[];
  /** An `AbortSignal`; aborting returns the best plan so far. */
  readonly signal?: { readonly aborted: boolean };
  /** Called for the first plan and for each better one. */
  readonly onProgress?: (progress: PlanProgress) => void;
}
