import type { PersistentPart } from './state-file.ts';

/** A part of the sandbox whose state is one plain object. Fields missing in an older snapshot are empty. */
export abstract class KeptState<State extends object> implements PersistentPart {
  readonly name: string;
  state: State;
  readonly #empty: () => State;

  constructor(name: string, empty: () => State) {
    this.name = name;
    this.#empty = empty;
    this.state = empty();
  }

  snapshot(): unknown {
    return this.state;
  }

  restore(snapshot: unknown): void {
    this.state = { ...this.#empty(), ...(snapshot as State) };
  }

  reset(): void {
    this.state = this.#empty();
  }
}
