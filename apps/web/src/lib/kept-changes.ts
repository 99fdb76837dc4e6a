import { loadMissingKinds } from './change-kinds.ts';
import { type KeptChange, MemoryStore, type OfflineStore } from './kept-data.ts';
import { createStore, type Store } from './store.ts';

export interface WaitingChange extends KeptChange {
  /** It could not be sent at once. */
  readonly hasWaited: boolean;
  /** This browser could not store it, for instance because its storage is full: it is lost with the page. */
  readonly isInPageOnly?: boolean;
}

/** A change is done, with the server's response if this browser knows it. */
export type ChangeResult = { readonly response: unknown } | null;

export interface ChangesWatcher {
  /** A change is there: the user has made it, here or in another page, or left it at an earlier visit. */
  appeared(change: WaitingChange): void;
  settled(id: string, result: ChangeResult): void;
}

type Message =
  | { readonly type: 'changed' }
  | { readonly type: 'settled'; readonly id: string; readonly response: unknown }
  | { readonly type: 'forgotten' };

/** The changes of one user that the server has not confirmed, as this browser stores them for all its pages. */
export class KeptChanges {
  readonly list: Store<readonly WaitingChange[]> = createStore<readonly WaitingChange[]>([]);
  /** The ids of the changes that this page can send: stored ones, and those that cannot be stored. */
  readonly stored = new Set<string>();
  readonly #watcher: ChangesWatcher;
  #store: OfflineStore = new MemoryStore();
  #channel: BroadcastChannel | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(watcher: ChangesWatcher) {
    this.#watcher = watcher;
  }

  /** Whether they survive the page. */
  get isDurable(): boolean {
    return this.#store.isDurable;
  }

  /** Reads what the user has left here, and stores what has come since. `onForgotten`: another page removed all. */
  async open(user: string, store: OfflineStore, onForgotten: () => void): Promise<void> {
    this.#channel?.close();
    this.#store = store;
    this.#channel = store.isDurable ? openChannel(user) : null;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'forgotten') onForgotten();
      else void this.#hear(data);
    });
    for (const change of this.list.get()) await this.#keep(change);
    await this.reload();
  }

  /** The user has left: nothing of theirs is known any more. */
  close(): void {
    this.#channel?.close();
    this.#channel = null;
    this.#store = new MemoryStore();
    const left = this.list.get();
    this.list.set([]);
    for (const { id } of left) this.#settle(id, null);
    this.stored.clear();
  }

  /** Removes everything that this browser keeps of the user. */
  async forget(options?: { readonly keepsChanges: boolean }): Promise<void> {
    const store = this.#store;
    this.#post({ type: 'forgotten' });
    this.close();
    await store.forget(options);
  }

  /** Resolves when it is stored. */
  add(change: WaitingChange): Promise<void> {
    this.list.set([...this.list.get(), change]);
    this.#watcher.appeared(change);
    return this.#keep(change);
  }

  /**
   * Removes changes and replaces others in the store. With `result`, the removed change was carried out or refused.
   */
  write(removed: readonly string[], changed: readonly WaitingChange[], result?: ChangeResult): Promise<void> {
    return this.#exclusively(async () => {
      try {
        await this.#store.replaceChanges(removed, changed.map(toKept));
      } catch (error) {
        // It is sent again at the next visit; its key prevents that it happens twice.
        console.warn('A sent change is still stored', error);
      }
      const byId = new Map(changed.map((one) => [one.id, one]));
      this.list.set(
        this.list
          .get()
          .filter(({ id }) => !removed.includes(id))
          .map((one) => byId.get(one.id) ?? one),
      );
      for (const id of removed) this.#settle(id, result ?? null);
      const [id = ''] = removed;
      this.#post(
        result === undefined ? { type: 'changed' } : { type: 'settled', id, response: result?.response },
      );
    });
  }

  /** Reads what is stored, which other pages change too. */
  reload(): Promise<void> {
    return this.#exclusively(() => this.#read());
  }

  /** What reads or writes the stored changes, one after another: a list that was read before is outdated. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #keep(change: WaitingChange): Promise<void> {
    return this.#exclusively(async () => {
      let isInPageOnly = !this.isDurable;
      try {
        await this.#store.keepChange(toKept(change));
        this.#post({ type: 'changed' });
      } catch (error) {
        console.warn('A change is not stored', error);
        isInPageOnly = true;
      }
      this.list.set(this.list.get().map((one) => (one.id === change.id ? { ...one, isInPageOnly } : one)));
      this.stored.add(change.id);
    });
  }

  /** Whether it survives the page. */
  isSafe(id: string): boolean {
    return this.stored.has(id) && !this.list.get().find((one) => one.id === id)?.isInPageOnly;
  }

  #settle(id: string, result: ChangeResult): void {
    this.stored.delete(id);
    this.#watcher.settled(id, result);
  }

  async #read(): Promise<void> {
    if (!this.#store.isDurable) return;
    let kept: KeptChange[];
    try {
      kept = await this.#store.listChanges();
    } catch (error) {
      console.warn('Changes could not be read', error);
      return;
    }
    await loadMissingKinds(kept);
    const known = new Map(this.list.get().map((one) => [one.id, one]));
    const isKept = new Set(kept.map(({ id }) => id));
    const gone = [...known.keys()].filter((id) => this.isSafe(id) && !isKept.has(id));
    const unstored = [...known.values()].filter(({ id }) => !this.isSafe(id) && !isKept.has(id));
    const current = kept.map((one) => ({ ...one, hasWaited: known.get(one.id)?.hasWaited ?? true }));
    this.list.set([...current, ...unstored].sort((a, b) => a.createdAt - b.createdAt));
    for (const change of current) {
      this.stored.add(change.id);
      if (!known.has(change.id)) this.#watcher.appeared(change);
    }
    for (const id of gone) this.#settle(id, null);
  }

  #hear(message: Exclude<Message, { type: 'forgotten' }>): Promise<void> {
    return this.#exclusively(async () => {
      if (message.type === 'settled') {
        const { id, response } = message;
        this.list.set(this.list.get().filter((one) => one.id !== id));
        this.#settle(id, response === undefined ? null : { response });
      }
      await this.#read();
    });
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message);
  }
}

function openChannel(user: string): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`dayloom.changes ${user}`);
}

function toKept({ id, kind, subject, input, createdAt, problem }: WaitingChange): KeptChange {
  return { id, kind, subject, input, createdAt, problem };
}
