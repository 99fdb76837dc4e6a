import type { PlanOptions } from './plan-options.ts';

/** Used when neither iterations nor time are given. */
const DEFAULT_ITERATIONS = 2000;

/**
 * The share of the allowed work that is done, by iterations, by time, or by whichever of both is used up
 * first.
 */
export class Budget {
  /** Iterations so far: steps of the search, and other work measured in such steps. */
  spent = 0;
  readonly #most: number;
  readonly #budgetMs: number;
  readonly #clock: (() => number) | null;
  readonly #startedAt: number;
  readonly #signal: PlanOptions['signal'];

  constructor({ budgetMs, iterations, clock, signal }: PlanOptions) {
    if (budgetMs !== undefined && !clock) throw new TypeError('budgetMs needs a clock');
    this.#most = Math.max(0, iterations ?? (budgetMs === undefined ? DEFAULT_ITERATIONS : Infinity));
    this.#budgetMs = budgetMs ?? Infinity;
    this.#clock = budgetMs === undefined ? null : (clock ?? null);
    this.#startedAt = this.#clock?.() ?? 0;
    this.#signal = signal;
  }

  spend(iterations: number): void {
    this.spent += iterations;
  }

  /** 0 at the start, 1 when it is time to stop. */
  get progress(): number {
    if (this.#signal?.aborted || this.#most === 0 || this.#budgetMs <= 0) return 1;
    const time = this.#clock === null ? 0 : (this.#clock() - this.#startedAt) / this.#budgetMs;
    return Math.min(1, Math.max(this.spent / this.#most, time));
  }

  /** The first `share` of this budget. */
  part(share: number): BudgetPart {
    return { spend: (iterations) => this.spend(iterations), progress: () => this.progress / share };
  }
}

/** The first part of a budget: `progress` is 1 when that part is used up. */
export interface BudgetPart {
  readonly spend: (iterations: number) => void;
  readonly progress: () => number;
}
