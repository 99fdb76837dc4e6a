import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SAVE_AFTER_MS = 150;

/** A part of the sandbox whose state survives a restart, as plain JSON. */
export interface PersistentPart {
  readonly name: string;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  reset(): void;
}

/** Keeps the state of all parts in one file. Without a file name it keeps nothing, as in tests. */
export class StateFile {
  readonly #file: string | null;
  readonly #keepers: readonly PersistentPart[];
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string | null, keepers: readonly PersistentPart[]) {
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

  /** Notes a change. The file is written soon, once for many changes. */
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
    // Written to a new file and renamed: after a crash the old or the new file is complete.
    writeFileSync(`${this.#file}.new`, JSON.stringify(snapshots), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  reset(): void {
    for (const keeper of this.#keepers) keeper.reset();
    this.touch();
  }
}
