import type { Chunks } from './schedule.ts';
import type { AppliedPrices } from './slot-prices.ts';
import type { SubProblem } from './sub-problem.ts';

/** A half-made plan: everything before a position is decided. */
interface State {
  readonly parent: State | null;
  /** What was placed to get here: task (its number in the sub-problem) at a position, so many slots. */
  readonly task: number;
  readonly at: number;
  readonly length: number;
  /** By task, the units that are left. */
  readonly left: Uint16Array;
  /** Of `left`. */
  readonly hash: number;
  /** The task whose block ends right here; -1 if nothing does. */
  readonly last: number;
  readonly cost: number;
  /** No completion costs less. */
  readonly estimate: number;
}

export interface BeamResult {
  /** The cheapest solution below the limit: by task of the sub-problem, its chunks. Null if none was found. */
  readonly chunks: ReadonlyMap<number, Chunks> | null;
  readonly cost: number;
  /** Nothing was cut off but by proof: no solution costs less than `cost`. */
  readonly proven: boolean;
}

/** States at one position; the worst are cut off as soon as there are far too many. */
class Layer {
  states: State[] = [];
  readonly #byHash = new Map<number, number>();
  #cutoff = Infinity;
  readonly #width: number;
  cut = false;

  constructor(width: number) {
    this.#width = width;
  }

  /** Whether a state of this cost and estimate is worth making. */
  wants(key: number, cost: number, estimate: number): boolean {
    if (estimate >= this.#cutoff) {
      this.cut = true;
      return false;
    }
    const known = this.#byHash.get(key);
    return known === undefined || this.states[known]!.cost > cost;
  }

  add(key: number, state: State): void {
    const known = this.#byHash.get(key);
    if (known !== undefined) {
      this.states[known] = state;
      return;
    }
    this.#byHash.set(key, this.states.length);
    this.states.push(state);
    if (this.states.length >= 4 * this.#width + 64) this.#prune();
  }

  /** The best ones, cheapest estimate first. */
  best(limit: number): State[] {
    const states = this.states.filter((state) => state.estimate < limit);
    if (states.length <= this.#width) return states;
    this.cut = true;
    return states.sort((a, b) => a.estimate - b.estimate).slice(0, this.#width);
  }

  #prune(): void {
    const kept = this.states.sort((a, b) => a.estimate - b.estimate).slice(0, this.#width);
    this.#cutoff = kept.at(-1)!.estimate;
    this.cut = true;
    this.states = kept;
    this.#byHash.clear();
    for (const [at, state] of kept.entries()) this.#byHash.set(keyOf(state.hash, state.last), at);
  }
}

/** Distinct factors, so that different things left have different sums. Whole numbers: sums stay exact. */
function hashFactors(count: number): Float64Array {
  let state = 0x2545f491;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 2) * 2 + 1;
  });
}

function keyOf(hash: number, last: number): number {
  return hash * 4 + (last + 1) * 2_654_435_761;
}

/**
 * Beam search through time: position by position, the `width` most promising half-made plans are carried on by every
 * chunk that may start there, or by leaving the slot free. What a half-made plan can still come to is bounded from
 * below by what each task costs from there on at the slots' prices; whoever can not stay below `limit` is dropped,
 * and of two that have the same left to do only the cheaper one lives. If nothing else was ever dropped, the result
 * is proven optimal.
 *
 * The prices are those for which the sub-problem's tables are filled.
 */
export function beamSearch(
  problem: SubProblem,
  { sums: prices, pairs }: AppliedPrices,
  width: number,
  limit: number,
  stopped: () => boolean = () => false,
): BeamResult {
  const { schedule, values } = problem;
  const { model, owner } = schedule;
  const { slots, from, count } = problem.positions;
  const tasks = values.length;
  const switchCost = model.weights.switch;
  const factors = hashFactors(tasks);
  const number = new Int32Array(model.tasks.length).fill(-1);
  for (const [at, { task }] of values.entries()) number[task.index] = at;
  const category = Int32Array.from(values, ({ task }) => task.category);
  const before = values.map(({ task }) =>
    task.predecessors.map((index) => number[index]!).filter((at) => at >= 0),
  );
  const waiting = [...values.keys()].filter((at) => before[at]!.length > 0);
  const followers = followersOf(before);
  // One row per position holds the values of all tasks for every amount: a sum over tasks stays in the cache.
  const offsets = new Int32Array(tasks + 1);
  for (let task = 0; task < tasks; task++) offsets[task + 1] = offsets[task]! + values[task]!.width;
  const stride = offsets[tasks]!;
  const rows = new Float64Array((count + 1) * stride);
  for (let task = 0; task < tasks; task++) {
    const { width: own, values: table } = values[task]!;
    const offset = offsets[task]!;
    for (let at = 0; at <= count; at++)
      for (let left = 0; left < own; left++) rows[at * stride + offset + left] = table[at * own + left]!;
  }
  /** Slots that have to pass before a task may start, for those it waits for. */
  const delay = new Int32Array(tasks);
  const newDelay = new Int32Array(tasks);
  const leftSlots = (task: number, units: number): number => units * values[task]!.unit;
  const measureDelays = (left: Uint16Array): void => {
    for (const task of waiting) {
      let most = 0;
      for (const other of before[task]!) {
        if (left[other]! > 0) most = Math.max(most, delay[other]! + leftSlots(other, left[other]!));
      }
      delay[task] = most;
    }
  };
  const all = Uint16Array.from(values, ({ units }) => units);
  const pairsOf = values.map((_, at) => pairs.filter(({ before, after }) => before === at || after === at));
  const rest = (left: Uint16Array, at: number): number => {
    const row = at * stride;
    let sum = prices[at]! - prices[count]!;
    for (let task = 0; task < tasks; task++) sum += rows[row + offsets[task]! + left[task]!]!;
    for (const task of waiting) {
      if (delay[task] === 0 || left[task] === 0) continue;
      const cell = offsets[task]! + left[task]!;
      sum += rows[Math.min(count, at + delay[task]!) * stride + cell]! - rows[row + cell]!;
    }
    // Who may begin pays for the order no more; nothing is taken off where neither has come to it.
    for (const pair of pairs) {
      if (left[pair.before] === 0 && left[pair.after] === all[pair.after]) sum -= pair.price[at]!;
    }
    return sum;
  };

  const layers: (Layer | null)[] = Array.from({ length: count + 1 }, () => null);
  const layerAt = (at: number): Layer => (layers[at] ??= new Layer(width));
  measureDelays(all);
  let hash = 0;
  for (let task = 0; task < tasks; task++) hash += all[task]! * factors[task]!;
  const first: State = {
    parent: null,
    task: -1,
    at: 0,
    length: 0,
    left: all,
    hash,
    last: -1,
    cost: problem.fixed,
    estimate: problem.fixed + rest(all, 0),
  };
  layerAt(0).add(keyOf(hash, -1), first);
  let best = limit;
  let found: State | null = null;
  let proven = true;
  const rests = new Float64Array(model.slotCount + 1);
  for (let at = 0; at < count; at++) {
    const layer = layers[at];
    layers[at] = null;
    if (!layer) continue;
    if ((at & 15) === 0 && stopped()) return { chunks: null, cost: best, proven: false };
    const slot = slots[at]!;
    const outside = slot > 0 ? owner[slot - 1]! : -1;
    for (const state of layer.best(best - 0.5)) {
      const { left, cost, last } = state;
      if (waiting.length > 0) measureDelays(left);
      const idle = cost + rest(left, at + 1);
      if (idle < best - 0.5) {
        const next = layerAt(at + 1);
        const key = keyOf(state.hash, -1);
        if (next.wants(key, cost, idle))
          next.add(key, {
            parent: state,
            task: -1,
            at,
            length: 0,
            left,
            hash: state.hash,
            last: -1,
            cost,
            estimate: idle,
          });
      }
      const neighbour = last >= 0 ? values[last]!.task.index : outside;
      const neighbourCategory = neighbour < 0 ? -1 : model.tasks[neighbour]!.category;
      rests.fill(NaN, 0, Math.min(rests.length, slot === 0 ? rests.length : 256));
      for (let task = 0; task < tasks; task++) {
        const units = left[task]!;
        if (units === 0) continue;
        const own = values[task]!;
        const { unit, minUnits } = own;
        const room = own.free[at]!;
        if (room < minUnits * unit || own.task.index === neighbour) continue;
        if (!before[task]!.every((other) => left[other] === 0)) continue;
        const isFirst = units === own.units;
        const longest = Math.min(Math.floor(room / unit), own.maxUnits, units);
        for (let length = minUnits; length <= longest; length++) {
          const span = length * unit;
          const end = slot + span;
          const right = end < owner.length ? owner[end]! : -1;
          if (right === own.task.index) continue;
          let total = cost + own.own[at + span]! - own.own[at]! + (isFirst ? own.firstSplit : own.split);
          if (length === units) total += own.lateAfter[at + span - 1]!;
          if (neighbourCategory >= 0 && neighbourCategory !== category[task]) total += switchCost;
          if (right >= 0 && model.tasks[right]!.category !== category[task]) total += switchCost;
          const then = from[end]!;
          if (Number.isNaN(rests[span]!)) rests[span] = rest(left, then);
          const cell = offsets[task]!;
          let estimate =
            total +
            rests[span]! -
            rows[then * stride + cell + units]! +
            rows[from[end + 1]! * stride + cell + units - length]!;
          for (const { before: one, after: other, price } of pairsOf[task]!) {
            if (other === task && isFirst) estimate += price[then]!;
            if (one === task && length === units && left[other] === all[other]) estimate -= price[then]!;
          }
          if (followers[task]!.length > 0) {
            // What waits for this one may start sooner than it might have.
            newDelay.set(delay);
            for (const follower of followers[task]!) {
              if (left[follower] === 0) continue;
              let most = 0;
              for (const other of before[follower]!) {
                const still = other === task ? units - length : left[other]!;
                if (still > 0) most = Math.max(most, newDelay[other]! + leftSlots(other, still));
              }
              const value = offsets[follower]! + left[follower]!;
              estimate +=
                rows[Math.min(count, then + most) * stride + value]! -
                rows[Math.min(count, then + delay[follower]!) * stride + value]!;
              newDelay[follower] = most;
            }
          }
          if (estimate >= best - 0.5) continue;
          const target = layerAt(then);
          const touches = then < count && slots[then] === end ? task : -1;
          const nextHash = state.hash - length * factors[task]!;
          const key = keyOf(nextHash, touches);
          if (!target.wants(key, total, estimate)) continue;
          const remaining = left.slice();
          remaining[task] = units - length;
          target.add(key, {
            parent: state,
            task,
            at,
            length: span,
            left: remaining,
            hash: nextHash,
            last: touches,
            cost: total,
            estimate,
          });
        }
      }
    }
    if (layer.cut) proven = false;
  }
  for (const state of layers[count]?.states ?? []) {
    let total = state.cost;
    for (let task = 0; task < tasks; task++) total += values[task]!.unplaced[state.left[task]!]!;
    if (total < best - 0.5) {
      best = total;
      found = state;
    }
  }
  if (layers[count]?.cut) proven = false;
  return { chunks: found && chunksOf(problem, found), cost: best, proven };
}

/** By task, all that wait for it directly or not, in an order in which each comes after those it waits for. */
function followersOf(before: readonly (readonly number[])[]): number[][] {
  const followers = before.map(() => new Set<number>());
  for (let task = before.length - 1; task >= 0; task--) {
    for (const other of before[task]!) {
      followers[other]!.add(task);
      for (const next of followers[task]!) followers[other]!.add(next);
    }
  }
  return followers.map((set) => [...set].sort((a, b) => a - b));
}

function chunksOf({ values, positions }: SubProblem, end: State): Map<number, Chunks> {
  const chunks = new Map<number, number[]>(values.map(({ task }) => [task.index, []]));
  for (let state: State | null = end; state !== null; state = state.parent) {
    if (state.task < 0) continue;
    const start = positions.slots[state.at]!;
    chunks.get(values[state.task]!.task.index)!.unshift(start, start + state.length);
  }
  return chunks;
}
