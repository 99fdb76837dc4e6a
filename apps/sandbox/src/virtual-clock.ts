/** A clock that can be moved ahead, so that a trial ends or a code expires while one looks on. */
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

  /** Never backwards: what has happened has happened. */
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
