/** A clock that can be moved forward, so that a trial ends or a code expires at once. */
export class VirtualClock {
  readonly #real: () => Date;
  #aheadMs: number;

  constructor(real: () => Date, aheadMs = 0) {
    this.#real = real;
    this.#aheadMs = aheadMs;
  }

  now(): Date {
    return new Date(this.#real().getTime() + this.#aheadMs);
  }

  /** Moves forward only. */
  advance(milliseconds: number): void {
    this.#aheadMs += Math.max(0, milliseconds);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  reset(): void {
    this.#aheadMs = 0;
  }
}
