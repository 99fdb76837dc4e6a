import type { SubProblem } from './sub-problem.ts';

/** How much of the last direction the next one keeps: it dampens the zigzag of plain subgradients. */
const MEMORY = 0.7;
/** Steps without a better bound, after which the goal is set lower. */
const PATIENCE = 8;
const FIRST_GOAL = 0.1;
const LOWER_GOAL = 0.7;
const HIGHER_GOAL = 1.1;

/**
 * What a slot is worth: prices at which the tasks, each placed where it is cheapest for itself, ask for each slot
 * about once. They are the multipliers of a Lagrangian relaxation of 'no two blocks in one slot', so the cost of the
 * tasks at any prices, less the prices of all slots, is a proven lower bound of every plan; subgradient steps with
 * memory and an adaptive goal raise it.
 */
export class SlotPrices {
  /** By position, at the best bound so far. */
  readonly best: Float64Array;
  /** No plan costs less; in the terms of the sub-problem (`around` not included). */
  bound = -Infinity;
  readonly #problem: SubProblem;
  readonly #current: Float64Array;
  readonly #sums: Float64Array;
  readonly #usage: Int32Array;
  readonly #direction: Float64Array;
  #goal = 0;
  #failed = 0;

  constructor(problem: SubProblem, start?: (slot: number) => number) {
    const { count, slots } = problem.positions;
    this.#problem = problem;
    this.best = new Float64Array(count);
    this.#current = start ? Float64Array.from(slots, start) : new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    this.#usage = new Int32Array(count);
    this.#direction = new Float64Array(count);
    this.best.set(this.#current);
  }

  /** Sums of the best prices before each position, with the tables of all tasks filled for them. */
  apply(): Float64Array {
    this.#sum(this.best);
    for (const values of this.#problem.values) values.fill(this.#sums);
    return this.#sums;
  }

  /** One step; `upper` is the cost of a solution known. False when no step can help any more. */
  step(upper: number): boolean {
    const prices = this.#current;
    const direction = this.#direction;
    const usage = this.#usage;
    const bound = this.#evaluate();
    if (this.#goal === 0) this.#goal = Math.max(1, (upper - bound) * FIRST_GOAL);
    if (bound > this.bound) {
      if (bound > this.bound + this.#goal * 0.1) this.#goal *= HIGHER_GOAL;
      this.bound = bound;
      this.best.set(prices);
      this.#failed = 0;
    } else if (++this.#failed >= PATIENCE) {
      this.#goal *= LOWER_GOAL;
      this.#failed = 0;
      prices.set(this.best);
      direction.fill(0);
      return this.#goal > 1;
    }
    let norm = 0;
    for (let at = 0; at < prices.length; at++) {
      let slope = usage[at]! - 1 + MEMORY * direction[at]!;
      // A price that is nothing can not fall.
      if (slope < 0 && prices[at]! <= 0) slope = 0;
      direction[at] = slope;
      norm += slope * slope;
    }
    if (norm === 0) return false;
    const length = (this.bound + this.#goal - bound) / norm;
    for (let at = 0; at < prices.length; at++)
      prices[at] = Math.max(0, prices[at]! + length * direction[at]!);
    return true;
  }

  #evaluate(): number {
    const { fixed, positions } = this.#problem;
    const sums = this.#sums;
    this.#sum(this.#current);
    this.#usage.fill(0);
    let bound = fixed - sums[positions.count]!;
    for (const task of this.#problem.eachValues()) {
      task.fill(sums);
      bound += task.values[task.units]!;
      task.use(sums, this.#usage);
    }
    return bound;
  }

  #sum(prices: Float64Array): void {
    const sums = this.#sums;
    for (let at = 0; at < prices.length; at++) sums[at + 1] = sums[at]! + prices[at]!;
  }
}
