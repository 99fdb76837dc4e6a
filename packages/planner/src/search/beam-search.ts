import type { Chunks } from '../model/schedule.ts';
import { Layer, type State, toKey } from './beam-layer.ts';
import type { PlaceValues } from './place-values.ts';
import type { AppliedPrices, PairPrice } from './slot-prices.ts';
import type { SubProblem } from './sub-problem.ts';

export interface BeamResult {
  /**
   * The chunks of the cheapest solution below the limit, by task of the sub-problem. Null if none was found.
   */
  readonly chunks: ReadonlyMap<number, Chunks> | null;
  readonly cost: number;
  /** States were dropped by proof only: no solution costs less than `cost`. */
  readonly proven: boolean;
}

/** Factors of a hash of the units left. Whole numbers keep the sums exact. */
function hashFactors(count: number): Float64Array {
  let state = 0x2545f491;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 2) * 2 + 1;
  });
}

/**
 * Beam search through time. Position by position, the `width` most promising partial plans are extended by
 * every chunk that may start there, or by leaving the slot free. The cost of completing a partial plan has a
 * lower bound: the sum of what each remaining task costs at the slot prices. A partial plan that cannot stay
 * below `limit` is dropped. Of two with the same units left, only the cheaper one is kept. If nothing was
 * dropped for any other reason, the result is proven optimal.
 *
 * `prices` must be the ones that the sub-problem's tables are filled for.
 */
export function beamSearch(
  problem: SubProblem,
  prices: AppliedPrices,
  width: number,
  limit: number,
  stopped: () => boolean = () => false,
): BeamResult {
  return new Beam(problem, prices, width, limit).run(stopped);
}

/**
 * Costs are whole numbers, so a better plan costs at least 1 less. An estimate within this of the limit
 * cannot lead to one.
 */
const MIN_GAIN = 0.5;
/** Positions between two checks of the clock. */
const LOOK_EVERY = 16;

class Beam {
  readonly #problem: SubProblem;
  readonly #values: readonly PlaceValues[];
  readonly #prices: Float64Array;
  readonly #pairs: readonly PairPrice[];
  /** By task, its dependency pairs. */
  readonly #pairsByTask: readonly (readonly PairPrice[])[];
  /** By task, its predecessors, and its direct and indirect followers. */
  readonly #before: readonly (readonly number[])[];
  readonly #followers: readonly (readonly number[])[];
  readonly #waiting: readonly number[];
  readonly #factors: Float64Array;
  /** The units of all tasks before anything is placed. */
  readonly #all: Uint16Array;
  /**
   * One row per position with the values of all tasks for every amount, so that a sum over tasks stays in the
   * CPU cache.
   */
  readonly #rows: Float64Array;
  readonly #offsets: Int32Array;
  readonly #stride: number;
  readonly #layers: (Layer | null)[];
  readonly #width: number;
  /** By task, the number of positions before it may start because of its predecessors. */
  readonly #delay: Int32Array;
  readonly #newDelay: Int32Array;
  /**
   * Cache for the current state: by slots placed, the lower bound of everything left after them. NaN means
   * not computed.
   */
  readonly #rests: Float64Array;
  readonly #known: number[] = [];
  /** Cost of the plan to beat. */
  #best: number;

  constructor(problem: SubProblem, { sums, pairs }: AppliedPrices, width: number, limit: number) {
    const { values, positions, schedule } = problem;
    const tasks = values.length;
    this.#problem = problem;
    this.#values = values;
    this.#prices = sums;
    this.#pairs = pairs;
    this.#pairsByTask = values.map((_, at) =>
      pairs.filter(({ before, after }) => before === at || after === at),
    );
    this.#before = values.map((_, at) =>
      pairs.filter(({ after }) => after === at).map(({ before }) => before),
    );
    this.#followers = listFollowers(this.#before);
    this.#waiting = [...values.keys()].filter((at) => this.#before[at]!.length > 0);
    this.#factors = hashFactors(tasks);
    this.#all = Uint16Array.from(values, ({ units }) => units);
    this.#offsets = new Int32Array(tasks + 1);
    for (let task = 0; task < tasks; task++)
      this.#offsets[task + 1] = this.#offsets[task]! + values[task]!.width;
    this.#stride = this.#offsets[tasks]!;
    this.#rows = toRows(values, this.#offsets, positions.count);
    this.#layers = Array.from({ length: positions.count + 1 }, () => null);
    this.#width = width;
    this.#delay = new Int32Array(tasks);
    this.#newDelay = new Int32Array(tasks);
    this.#rests = new Float64Array(schedule.model.slotCount + 1).fill(NaN);
    this.#best = limit;
  }

  run(stopped: () => boolean): BeamResult {
    const { fixed, positions } = this.#problem;
    const left = this.#all;
    this.#measureDelays(left);
    const hash = left.reduce((sum, units, task) => sum + units * this.#factors[task]!, 0);
    const estimate = fixed + this.#restFrom(left, 0);
    const first: State = {
      parent: null,
      task: -1,
      at: 0,
      length: 0,
      left,
      hash,
      last: -1,
      cost: fixed,
      estimate,
    };
    this.#layerAt(0).add(toKey(hash, -1), first);
    let proven = true;
    for (let at = 0; at < positions.count; at++) {
      const layer = this.#layers[at];
      this.#layers[at] = null;
      if (!layer) continue;
      if (at % LOOK_EVERY === 0 && stopped()) return { chunks: null, cost: this.#best, proven: false };
      for (const state of layer.best(this.#best - MIN_GAIN)) this.#carryOn(state, at);
      if (layer.cut) proven = false;
    }
    const last = this.#layers[positions.count];
    const found = last ? this.#cheapest(last.states) : null;
    return {
      chunks: found && readChunks(this.#problem, found),
      cost: this.#best,
      proven: proven && !last?.cut,
    };
  }

  /** The cheapest state once the unplaced units are paid for. */
  #cheapest(states: readonly State[]): State | null {
    let found: State | null = null;
    for (const state of states) {
      let total = state.cost;
      for (const [task, { unplaced }] of this.#values.entries()) total += unplaced[state.left[task]!]!;
      if (total >= this.#best - MIN_GAIN) continue;
      this.#best = total;
      found = state;
    }
    return found;
  }

  /** Extends a partial plan at a position in every possible way. */
  #carryOn(state: State, at: number): void {
    const { schedule, positions } = this.#problem;
    const { left, last } = state;
    if (this.#waiting.length > 0) this.#measureDelays(left);
    this.#leaveFree(state, at);
    const slot = positions.slots[at]!;
    const outside = slot > 0 ? schedule.owner[slot - 1]! : -1;
    const neighbour = last >= 0 ? this.#values[last]!.task.index : outside;
    for (const span of this.#known) this.#rests[span] = NaN;
    this.#known.length = 0;
    for (let task = 0; task < this.#values.length; task++) {
      const units = left[task]!;
      if (units === 0) continue;
      const { unit, minUnits, maxUnits, free, task: own } = this.#values[task]!;
      const room = free[at]!;
      if (room < minUnits * unit || own.index === neighbour || !this.#mayBegin(task, left)) continue;
      const longest = Math.min(Math.floor(room / unit), maxUnits, units);
      for (let length = minUnits; length <= longest; length++)
        this.#place(state, at, task, length, neighbour);
    }
  }

  #mayBegin(task: number, left: Uint16Array): boolean {
    for (const other of this.#before[task]!) if (left[other]! > 0) return false;
    return true;
  }

  #leaveFree(state: State, at: number): void {
    const { left, hash, cost } = state;
    const estimate = cost + this.#restFrom(left, at + 1);
    if (estimate >= this.#best - MIN_GAIN) return;
    const layer = this.#layerAt(at + 1);
    const key = toKey(hash, -1);
    if (!layer.wants(key, cost, estimate, left, -1, 0)) return;
    layer.add(key, { parent: state, task: -1, at, length: 0, left, hash, last: -1, cost, estimate });
  }

  /**
   * Places `length` units of the task at the position, next to a neighbour on the left (its index in the
   * model, or -1).
   */
  #place(state: State, at: number, task: number, length: number, neighbour: number): void {
    const { schedule, positions } = this.#problem;
    const { slots, from, count } = positions;
    const own = this.#values[task]!;
    const { left } = state;
    const units = left[task]!;
    const span = length * own.unit;
    const end = slots[at]! + span;
    const right = end < schedule.owner.length ? schedule.owner[end]! : -1;
    if (right === own.task.index) return;
    const isFirst = units === own.units;
    let cost = state.cost + own.own[at + span]! - own.own[at]! + (isFirst ? own.firstSplit : own.split);
    if (length === units) cost += own.lateAfter[at + span - 1]!;
    cost += schedule.switchCost(neighbour, own.task.index) + schedule.switchCost(own.task.index, right);
    const then = from[end]!;
    const cell = this.#offsets[task]! + units;
    let estimate = cost + this.#restAfter(left, span, then);
    estimate +=
      this.#rows[from[end + 1]! * this.#stride + cell - length]! - this.#rows[then * this.#stride + cell]!;
    estimate += this.#orderChange(task, left, then, isFirst, length === units);
    if (this.#followers[task]!.length > 0) estimate += this.#delayChange(task, left, length, then);
    if (estimate >= this.#best - MIN_GAIN) return;
    const layer = this.#layerAt(then);
    const last = then < count && slots[then] === end ? task : -1;
    const hash = state.hash - length * this.#factors[task]!;
    const key = toKey(hash, last);
    if (!layer.wants(key, cost, estimate, left, task, units - length)) return;
    const remaining = left.slice();
    remaining[task] = units - length;
    layer.add(key, { parent: state, task, at, length: span, left: remaining, hash, last, cost, estimate });
  }

  /** Lower bound of the cost of everything left, from a position on. */
  #restFrom(left: Uint16Array, at: number): number {
    const rows = this.#rows;
    const offsets = this.#offsets;
    const prices = this.#prices;
    const { count } = this.#problem.positions;
    const row = at * this.#stride;
    let sum = prices[at]! - prices[count]!;
    for (let task = 0; task < left.length; task++) sum += rows[row + offsets[task]! + left[task]!]!;
    for (const task of this.#waiting) {
      const delay = this.#delay[task]!;
      if (delay === 0 || left[task] === 0) continue;
      const cell = offsets[task]! + left[task]!;
      sum += rows[Math.min(count, at + delay) * this.#stride + cell]! - rows[row + cell]!;
    }
    // Order prices count from here on. A first task that has ended gets its credit from here, as its table
    // value no longer contains it. Once the second task has started as well, both cancel.
    for (const { before, after, price } of this.#pairs) {
      if (left[before] === 0 && left[after] === this.#all[after]) sum -= price[at]!;
    }
    return sum;
  }

  #restAfter(left: Uint16Array, span: number, then: number): number {
    if (Number.isNaN(this.#rests[span]!)) {
      this.#rests[span] = this.#restFrom(left, then);
      this.#known.push(span);
    }
    return this.#rests[span]!;
  }

  /** How the order prices of `#restFrom` change when a task begins or ends with this chunk. */
  #orderChange(task: number, left: Uint16Array, then: number, begins: boolean, ends: boolean): number {
    let change = 0;
    for (const { before, after, price } of this.#pairsByTask[task]!) {
      if (after === task && begins) change += price[then]!;
      if (before === task && ends && left[after] === this.#all[after]) change -= price[then]!;
    }
    return change;
  }

  #measureDelays(left: Uint16Array): void {
    const delay = this.#delay;
    for (const task of this.#waiting) {
      let most = 0;
      for (const other of this.#before[task]!) {
        if (left[other]! > 0) most = Math.max(most, delay[other]! + left[other]! * this.#values[other]!.unit);
      }
      delay[task] = most;
    }
  }

  /**
   * Change of the estimate because followers may start sooner once `length` more units of the task are done.
   */
  #delayChange(task: number, left: Uint16Array, length: number, then: number): number {
    const { count } = this.#problem.positions;
    const delay = this.#newDelay;
    delay.set(this.#delay);
    let change = 0;
    for (const follower of this.#followers[task]!) {
      if (left[follower] === 0) continue;
      let most = 0;
      for (const other of this.#before[follower]!) {
        const still = other === task ? left[task]! - length : left[other]!;
        if (still > 0) most = Math.max(most, delay[other]! + still * this.#values[other]!.unit);
      }
      const cell = this.#offsets[follower]! + left[follower]!;
      change +=
        this.#rows[Math.min(count, then + most) * this.#stride + cell]! -
        this.#rows[Math.min(count, then + this.#delay[follower]!) * this.#stride + cell]!;
      delay[follower] = most;
    }
    return change;
  }

  #layerAt(at: number): Layer {
    return (this.#layers[at] ??= new Layer(this.#width));
  }
}

function toRows(values: readonly PlaceValues[], offsets: Int32Array, count: number): Float64Array {
  const stride = offsets[values.length]!;
  const rows = new Float64Array((count + 1) * stride);
  for (const [task, { width, values: table }] of values.entries()) {
    const offset = offsets[task]!;
    for (let at = 0; at <= count; at++)
      for (let left = 0; left < width; left++) rows[at * stride + offset + left] = table[at * width + left]!;
  }
  return rows;
}

/** By task, its direct and indirect followers in topological order. */
function listFollowers(before: readonly (readonly number[])[]): number[][] {
  const followers = before.map(() => new Set<number>());
  for (let task = before.length - 1; task >= 0; task--) {
    for (const other of before[task]!) {
      followers[other]!.add(task);
      for (const next of followers[task]!) followers[other]!.add(next);
    }
  }
  return followers.map((set) => [...set].sort((a, b) => a - b));
}

function readChunks({ values, positions }: SubProblem, end: State): Map<number, Chunks> {
  const chunks = new Map<number, number[]>(values.map(({ task }) => [task.index, []]));
  for (let state: State | null = end; state !== null; state = state.parent) {
    if (state.task < 0) continue;
    const start = positions.slots[state.at]!;
    chunks.get(values[state.task]!.task.index)!.unshift(start, start + state.length);
  }
  return chunks;
}
