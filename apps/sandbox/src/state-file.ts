import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SAVE_AFTER_MS = 150;

/** What a part of the sandbox keeps over a restart: plain JSON in and out. */
export interface Keeper {
  readonly name: string;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  reset(): void;
}

/**
 * Keeps the state of all parts in one file, so that a subscription bought yesterday is still one today.
 * Without a file name it keeps nothing, as tests want it.
 */
export class StateFile {
  readonly #file: string | null;
  readonly #keepers: readonly Keeper[];
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string | null, keepers: readonly Keeper[]) {
    this.#file = file;
    this.#keepers = keepers;
  }

  load(): void {
    if (this.#file === null) return;
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      return;
    }
    const snapshots = JSON.parse(text) as Record<string, unknown>;
    for (const keeper of this.#keepers) {
      if (snapshots[keeper.name] !== undefined) keeper.restore(snapshots[keeper.name]);
    }
  }

  /** Tells that something changed; it is written soon, once for many changes. */
  touch(): void {
    if (this.#file === null || this.#timer) return;
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
    this.#timer.unref();
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === null) return;
    const snapshots = Object.fromEntries(this.#keepers.map((keeper) => [keeper.name, keeper.snapshot()]));
    mkdirSync(path.dirname(this.#file), { recursive: true });
    // Written beside and moved: a crash leaves the old file or the new one, never half of one.
    writeFileSync(`${this.#file}.new`, JSON.stringify(snapshots), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  reset(): void {
    for (const keeper of this.#keepers) keeper.reset();
    this.touch();
  }
}
