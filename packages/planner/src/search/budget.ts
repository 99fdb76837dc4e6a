import type { PlanOptions } from './plan-options.ts';

/** Iterations where neither they nor time are given. */
const DEFAULT_ITERATIONS = 2000;

/** How much of the work allowed is done: by iterations, by time, or by both, whichever is used up first. */
export class Budget {
  /** Iterations so far: steps of the search, and other work in what it takes in such steps. */
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

  /** Whether so much of the whole is used up. */
  part(share: number): BudgetPart {
    return { spend: (iterations) => this.spend(iterations), progress: () => this.progress / share };
  }
}

/** A first part of a budget: `progress` is 1 when it is used up. */
export interface BudgetPart {
  readonly spend: (iterations: number) => void;
  readonly progress: () => number;
}
