import type { PlaceValues } from './place-values.ts';
import type { OrderedPair, SubProblem } from './sub-problem.ts';

/** Share of the last direction that the next one keeps. It dampens the zigzag of plain subgradient steps. */
const MEMORY = 0.7;
/** Steps without a better bound after which the goal is lowered. */
const PATIENCE = 8;
const FIRST_GOAL = 0.1;
const LOWER_GOAL = 0.7;
const HIGHER_GOAL = 1.1;

/**
 * The order price of a pair, by position: the cost of beginning the second task, and the credit for having
 * ended the first.
 */
export interface PairPrice extends OrderedPair {
  readonly price: Float64Array;
}

/** The prices that the tables of a sub-problem are filled for. */
export interface AppliedPrices {
  /** By position, the sum of the prices of all earlier slots. */
  readonly sums: Float64Array;
  readonly pairs: readonly PairPrice[];
}

/**
 * The rates that one pair pays at each position at which the second task has begun and the first has not
 * ended.
 */
class PairState {
  readonly pair: OrderedPair;
  readonly current: Float64Array;
  readonly best: Float64Array;
  readonly direction: Float64Array;
  /** By position, the sum of the current rates from there on. */
  readonly price: Float64Array;

  constructor(pair: OrderedPair, count: number) {
    this.pair = pair;
    this.current = new Float64Array(count);
    this.best = new Float64Array(count);
    this.direction = new Float64Array(count);
    this.price = new Float64Array(count + 1);
  }

  sum(rates: Float64Array): void {
    for (let at = rates.length - 1; at >= 0; at--) this.price[at] = this.price[at + 1]! + rates[at]!;
  }
}

/**
 * The value of each slot: prices at which the tasks, each placed as cheaply as possible on its own, use each
 * slot about once and keep their order. They are the multipliers of a Lagrangian relaxation of 'no two blocks
 * in one slot' and 'not before its predecessors'. So the cost of the tasks at any prices, less the prices of
 * all slots, is a proven lower bound for every plan. Subgradient steps with memory and an adaptive goal raise
 * it.
 */
export class SlotPrices {
  /** No plan costs less. Measured as the sub-problem's cost, without `around`. */
  bound = -Infinity;
  readonly #problem: SubProblem;
  /** Prices by position: the current ones, and those of the best bound so far. */
  readonly #current: Float64Array;
  readonly #best: Float64Array;
  readonly #pairs: readonly PairState[];
  readonly #sums: Float64Array;
  readonly #usage: Int32Array;
  readonly #direction: Float64Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #goal = 0;
  #failed = 0;

  constructor(problem: SubProblem, start?: (slot: number) => number) {
    const { count, slots } = problem.positions;
    this.#problem = problem;
    this.#best = new Float64Array(count);
    this.#current = start ? Float64Array.from(slots, start) : new Float64Array(count);
    this.#pairs = problem.pairs.map((pair) => new PairState(pair, count));
    this.#sums = new Float64Array(count + 1);
    this.#usage = new Int32Array(count);
    this.#direction = new Float64Array(count);
    this.#starts = new Int32Array(problem.size);
    this.#ends = new Int32Array(problem.size);
    this.#best.set(this.#current);
  }

  /** Fills the tables of all tasks for the best prices. */
  apply(): AppliedPrices {
    this.#sum(this.#best);
    for (const pair of this.#pairs) pair.sum(pair.best);
    for (const [at, values] of this.#problem.values.entries()) {
      this.#setOrder(values, at);
      values.fill(this.#sums);
    }
    return { sums: this.#sums, pairs: this.#pairs.map(({ pair, price }) => ({ ...pair, price })) };
  }

  /**
   * `bound` rounded up to a whole number (as every objective is), after removing possible floating-point
   * error.
   */
  get proven(): number {
    const scale = Math.abs(this.bound) + this.#best.reduce((sum, price) => sum + price, 0);
    return Math.ceil(this.bound - 1e-9 * scale - 1e-3);
  }

  /** One step; `upper` is the cost of a known solution. Returns false when no further step can help. */
  step(upper: number): boolean {
    const bound = this.#evaluate();
    if (this.#goal === 0) this.#goal = Math.max(1, (upper - bound) * FIRST_GOAL);
    if (bound > this.bound) {
      if (bound > this.bound + this.#goal * 0.1) this.#goal *= HIGHER_GOAL;
      this.bound = bound;
      this.#keep();
      this.#failed = 0;
    } else if (++this.#failed >= PATIENCE) {
      this.#goal *= LOWER_GOAL;
      this.#failed = 0;
      this.#goBack();
      return this.#goal > 1;
    }
    let norm = 0;
    const prices = this.#current;
    const direction = this.#direction;
    const usage = this.#usage;
    for (let at = 0; at < prices.length; at++) {
      let slope = usage[at]! - 1 + MEMORY * direction[at]!;
      // A price of zero cannot fall.
      if (slope < 0 && prices[at]! <= 0) slope = 0;
      direction[at] = slope;
      norm += slope * slope;
    }
    for (const pair of this.#pairs) norm += this.#turn(pair);
    if (norm === 0) return false;
    const length = (this.bound + this.#goal - bound) / norm;
    move(prices, direction, length);
    for (const pair of this.#pairs) move(pair.current, pair.direction, length);
    return true;
  }

  /**
   * The direction of a pair's rates: up where the second task has begun before the first ended, down in the
   * opposite case.
   */
  #turn({ pair, current, direction }: PairState): number {
    const start = this.#starts[pair.after]!;
    const end = this.#ends[pair.before]!;
    let norm = 0;
    for (let at = 0; at < current.length; at++) {
      const broken = (at >= start ? 1 : 0) - (at >= end ? 1 : 0);
      let slope = broken + MEMORY * direction[at]!;
      if (slope < 0 && current[at]! <= 0) slope = 0;
      direction[at] = slope;
      norm += slope * slope;
    }
    return norm;
  }

  #keep(): void {
    this.#best.set(this.#current);
    for (const pair of this.#pairs) pair.best.set(pair.current);
  }

  #goBack(): void {
    this.#current.set(this.#best);
    this.#direction.fill(0);
    for (const pair of this.#pairs) {
      pair.current.set(pair.best);
      pair.direction.fill(0);
    }
  }

  #evaluate(): number {
    const { fixed, positions } = this.#problem;
    const sums = this.#sums;
    this.#sum(this.#current);
    for (const pair of this.#pairs) pair.sum(pair.current);
    this.#usage.fill(0);
    let bound = fixed - sums[positions.count]!;
    let at = 0;
    for (const task of this.#problem.eachValues()) {
      this.#setOrder(task, at);
      task.fill(sums);
      bound += task.values[task.units]!;
      const { start, ended } = task.use(sums, this.#usage);
      this.#starts[at] = start;
      this.#ends[at++] = ended;
    }
    return bound;
  }

  /** Adds up what a task pays for the order of all its pairs. */
  #setOrder(task: PlaceValues, number: number): void {
    let onStart: Float64Array | null = null;
    let onEnd: Float64Array | null = null;
    for (const { pair, price } of this.#pairs) {
      if (pair.after === number) onStart = added(onStart, price);
      if (pair.before === number) onEnd = added(onEnd, price);
    }
    task.onStart = onStart;
    task.onEnd = onEnd;
  }

  #sum(prices: Float64Array): void {
    const sums = this.#sums;
    for (let at = 0; at < prices.length; at++) sums[at + 1] = sums[at]! + prices[at]!;
  }
}

function added(sum: Float64Array | null, price: Float64Array): Float64Array {
  return sum === null ? price : sum.map((value, at) => value + price[at]!);
}

function move(rates: Float64Array, direction: Float64Array, length: number): void {
  for (let at = 0; at < rates.length; at++) rates[at] = Math.max(0, rates[at]! + length * direction[at]!);
}
