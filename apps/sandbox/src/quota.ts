/**
 * A limit of calls per period, by caller. It uses real time, as the sandbox's own clock can be moved and
 * stands still in tests.
 */
export class Quota {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #calls = new Map<string, number[]>();

  constructor(most: number, windowMs: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Counts a call. Returns 0 if it is allowed, else the seconds until the next one is. */
  take(who: string): number {
    const now = this.#now();
    const since = now - this.#windowMs;
    const calls = (this.#calls.get(who) ?? []).filter((at) => at > since);
    this.#calls.set(who, calls);
    if (calls.length >= this.#most) return Math.ceil(((calls[0] ?? now) - since) / 1_000);
    calls.push(now);
    return 0;
  }
}

/** A limit of concurrent calls, by caller. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** False if the limit is reached; otherwise `leave` must follow. */
  enter(who: string): boolean {
    const running = this.#running.get(who) ?? 0;
    if (running >= this.#most) return false;
    this.#running.set(who, running + 1);
    return true;
  }

  leave(who: string): void {
    const running = (this.#running.get(who) ?? 1) - 1;
    if (running > 0) this.#running.set(who, running);
    else this.#running.delete(who);
  }
}
