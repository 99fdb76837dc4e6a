/** What a state can count per task. */
export const MOST_UNITS = 65_535;

/** A half-made plan: everything before a position is decided. */
export interface State {
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

/** States at one position; the worst are cut off as soon as there are far too many. */
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
   * Whether a state of this cost and estimate is worth making: of `left`, but for one task that has so many units left.
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
      // Two that only look the same: one is lost, and nothing is proven any more.
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
    for (const [at, state] of kept.entries()) this.#byHash.set(toKey(state.hash, state.last), at);
  }
}

/** The same for states that have the same left and end with the same task. */
export function toKey(hash: number, last: number): number {
  return hash * 4 + (last + 1) * 2_654_435_761;
}
