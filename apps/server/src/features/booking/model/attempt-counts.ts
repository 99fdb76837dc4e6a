const WINDOW_MS = 10 * 60_000;
/** Of each kind. The oldest are forgotten first. */
const MOST_KEYS = 20_000;

interface Count {
  readonly startedAt: number;
  attempts: number;
}

/** How often something was attempted in the last ten minutes at most, by key. Each process counts for itself. */
export class AttemptCounts {
  readonly #counts = new Map<string, Count>();

  /** Counts an attempt. Returns how many there were, with this one. */
  add(key: string, now: number): number {
    const known = this.#counts.get(key);
    if (known && now - known.startedAt < WINDOW_MS) return ++known.attempts;
    this.#counts.delete(key);
    this.#counts.set(key, { startedAt: now, attempts: 1 });
    for (const [oldest] of this.#counts) {
      if (this.#counts.size <= MOST_KEYS) break;
      this.#counts.delete(oldest);
    }
    return 1;
  }
}
