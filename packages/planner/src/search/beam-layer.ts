/** The largest number of units per task that a state can store. */
export const MAX_UNITS = 65_535;

/** A partial plan: everything before a position is decided. */
export interface State {
  readonly parent: State | null;
  /** The last placement: `length` slots of a task (its number in the sub-problem) at a position. */
  readonly task: number;
  readonly at: number;
  readonly length: number;
  /** By task, the units still to place. */
  readonly left: Uint16Array;
  /** Hash of `left`. */
  readonly hash: number;
  /** The task whose block ends exactly here; -1 if none does. */
  readonly last: number;
  readonly cost: number;
  /** A lower bound of the cost of every completion. */
  readonly estimate: number;
}

/** The states at one position. The worst are dropped as soon as the layer has far too many. */
export class Layer {
  states: State[] = [];
  readonly #byHash = new Map<number, number>();
  #cutoff = Infinity;
  readonly #width: number;
  cut = false;

  constructor(width: number) {
    this.#width = width;
  }

  /**
   * Whether to create a state with this cost and estimate. Its remaining units are `left`, except that `task`
   * has `units` left.
   */
  wants(
    key: number,
    cost: number,
    estimate: number,
    left: Uint16Array,
    task: number,
    units: number,
  ): boolean {
    if (estimate >= this.#cutoff) {
      this.cut = true;
      return false;
    }
    const at = this.#byHash.get(key);
    if (at === undefined) return true;
    const known = this.states[at]!;
    for (let other = 0; other < left.length; other++) {
      if (known.left[other] === (other === task ? units : left[other])) continue;
      // A hash collision: one of two different states is dropped, so the result is no longer proven.
      this.cut = true;
      return false;
    }
    return known.cost > cost;
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

  /** The best states, those with the lowest estimate first. */
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
    for (const [at, state] of kept.entries()) this.#byHash.set(toKey(state.hash, state.last), at);
  }
}

/** Equal for states that have the same units left and end with the same task. */
export function toKey(hash: number, last: number): number {
  return hash * 4 + (last + 1) * 2_654_435_761;
}
