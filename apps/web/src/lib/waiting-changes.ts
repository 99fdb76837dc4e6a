import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, isUnreachable } from './api.ts';
import { type ChangeProblem, type KeptChange, MemoryStore, type OfflineStore } from './kept-data.ts';
import { mutateOptimistically, type OptimisticChange } from './optimistic.ts';
import { createStore, type Store, useStore } from './store.ts';

/** A kind of change that may wait for the network. All that it does is decided by data, which survive a reload. */
export interface ChangeKind<Input, Answer> {
  readonly name: string;
  /** The key of the mutation that shows it. */
  readonly key?: (subject: string) => readonly unknown[];
  /** Changes of an ordered kind are sent one after another, whatever they change. */
  readonly isOrdered?: boolean;
  /** Shown over the query data until the server has it. */
  readonly show: (input: Input) => readonly OptimisticChange[];
  readonly send: (input: Input, sending: Sending) => Promise<Answer>;
  /** Stores the answer in the query cache. */
  readonly remember: (client: QueryClient, input: Input, answer: Answer) => unknown;
  /** Of a change that waits behind one of the same subject: what it becomes once that one has been carried out. */
  readonly follow?: (input: Input, answer: never) => Input;
  /** The same when that one was withdrawn; null if it cannot be without it. */
  readonly withdraw?: (input: Input, withdrawn: KeptChange) => Input | null;
  /** What a refusal of a change that has waited means. */
  readonly decide: (input: Input, error: unknown, sending: Sending) => Promise<Decision<Input, Answer>>;
}

export interface Sending {
  readonly idempotencyKey: string;
  /** The user whose change it is. */
  readonly as: string | undefined;
  /** It could not be sent at once: what it changes may be different by now. */
  readonly hasWaited: boolean;
}

export type Decision<Input, Answer> =
  | { readonly next: 'send'; readonly input: Input }
  /** It needs not be sent; with the answer that the server would give, if that is known. */
  | { readonly next: 'drop'; readonly answer?: Answer }
  | { readonly next: 'ask'; readonly problem: ChangeProblem }
  /** The server is there but cannot take it now. */
  | { readonly next: 'wait' };

/** The result of `sendChange`. Refusals of a change that did not wait are thrown. */
export type Outcome<Answer> =
  | { readonly status: 'sent'; readonly answer: Answer }
  | { readonly status: 'waits'; readonly id: string };

export interface WaitingChange extends KeptChange {
  /** It could not be sent at once. */
  readonly hasWaited: boolean;
}

type AnyKind = ChangeKind<never, never>;
const kinds = new Map<string, AnyKind>();

/** Kinds are known before the changes of an earlier visit are read. */
export function registerKind<Input, Answer>(kind: ChangeKind<Input, Answer>): ChangeKind<Input, Answer> {
  kinds.set(kind.name, kind as unknown as AnyKind);
  return kind;
}

/** Requests under way at the same time. */
const AT_ONCE = 4;
/** Tries of one change whose subject keeps changing. */
const MOST_TRIES = 5;
/** Pause after the server was there but could not take a change, and after a connection that broke off. */
const BUSY_PAUSE_MS = 15_000;
const BROKEN_PAUSE_MS = 1_000;

type Message =
  | { readonly type: 'changed' }
  | { readonly type: 'settled'; readonly id: string; readonly answer: unknown }
  | { readonly type: 'forgotten' };

interface Caller {
  readonly resolve: (outcome: Outcome<never>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The changes of one user that the server has not confirmed. Each is stored before it is sent, and removed when the
 * answer is there, so a page that is closed in between sends it again, with the same key. One page at a time sends
 * (Web Locks); all show the same changes.
 */
class ChangeQueue {
  readonly list: Store<readonly WaitingChange[]> = createStore<readonly WaitingChange[]>([]);
  readonly #client: QueryClient;
  #store: OfflineStore = new MemoryStore();
  #user: string | undefined;
  #channel: BroadcastChannel | null = null;
  /** Those that are stored. Others are not sent yet. */
  readonly #stored = new Set<string>();
  readonly #inFlight = new Set<string>();
  readonly #tries = new Map<string, number>();
  readonly #callers = new Map<string, Caller>();
  readonly #shown = new Map<string, (answer: { readonly answer: unknown } | null) => void>();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isHeld = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(client: QueryClient) {
    this.#client = client;
    onlineManager.subscribe((isOnline) => {
      if (isOnline) void this.drain();
      else this.#letWait();
    });
  }

  /** Shows and sends what the user has left here, and stores what comes. */
  async open(user: string, store: OfflineStore): Promise<void> {
    this.#channel?.close();
    this.#user = user;
    this.#store = store;
    this.#channel = store.isDurable ? openChannel(user) : null;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => void this.#hear(data));
    for (const change of this.list.get()) await this.#keep(change);
    await this.#reload();
    void this.drain();
  }

  /** What reads or writes the stored changes, one after another: a list that was read before is outdated. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** The user has left: nothing of theirs is shown or sent any more. */
  close(): void {
    this.#channel?.close();
    this.#channel = null;
    this.#user = undefined;
    this.#store = new MemoryStore();
    const left = this.list.get();
    this.list.set([]);
    for (const { id } of left) this.#settle(id, null);
    this.#stored.clear();
  }

  /** Removes everything that this browser keeps of the user. */
  async forget(options?: { readonly keepsChanges: boolean }): Promise<void> {
    const store = this.#store;
    this.#tell({ type: 'forgotten' });
    this.close();
    await store.forget(options);
  }

  add<Input, Answer>(
    kind: ChangeKind<Input, Answer>,
    subject: string,
    input: Input,
  ): Promise<Outcome<Answer>> {
    const newest = this.list.get().at(-1)?.createdAt ?? 0;
    const change: WaitingChange = {
      id: crypto.randomUUID(),
      kind: kind.name,
      subject,
      input,
      // In the order of the calls, also within a millisecond.
      createdAt: Math.max(Date.now(), newest + 0.001),
      problem: null,
      hasWaited: false,
    };
    return new Promise((resolve, reject) => {
      this.#callers.set(change.id, { resolve, reject });
      this.list.set([...this.list.get(), change]);
      this.#show(change);
      void this.#keep(change).then(() => this.drain());
    });
  }

  #keep(change: WaitingChange): Promise<void> {
    return this.#exclusively(async () => {
      try {
        await this.#store.keepChange(toKept(change));
        this.#tell({ type: 'changed' });
      } catch (error) {
        console.warn('A change is not stored in this browser; it is lost if the page is closed', error);
      }
      this.#stored.add(change.id);
    });
  }

  /** Sends what can be sent. Resolves when nothing is under way any more. */
  drain(): Promise<void> {
    if (!onlineManager.isOnline()) {
      this.#letWait();
      return Promise.resolve();
    }
    this.#isAskedAgain = true;
    this.#running ??= this.#runTurns().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runTurns(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      const user = this.#user;
      await this.#inTurn(async () => {
        if (user !== this.#user) return;
        // Another page may have sent some of them.
        await this.#reload();
        await this.#sendAll();
      });
    }
  }

  /** One page of the user at a time. Without locks (plain http) the keys prevent that a change happens twice. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#store.isDurable || !navigator.locks) return await work();
    return await navigator.locks.request(`dayloom.changes ${this.#user}`, work);
  }

  #sendAll(): Promise<void> {
    this.#isHeld = false;
    return new Promise((done) => {
      const next = () => {
        while (!this.#isHeld && this.#inFlight.size < AT_ONCE) {
          const change = this.#findReady();
          if (!change) break;
          this.#inFlight.add(change.id);
          void this.#send(change).finally(() => {
            this.#inFlight.delete(change.id);
            next();
          });
        }
        if (this.#inFlight.size === 0) done();
      };
      next();
    });
  }

  #findReady(): WaitingChange | undefined {
    const subjects = new Set<string>();
    const ordered = new Set<string>();
    for (const change of this.list.get()) {
      const isFirst = !subjects.has(change.subject) && !ordered.has(change.kind);
      if (isFirst && !change.problem && this.#stored.has(change.id) && !this.#inFlight.has(change.id))
        return change;
      subjects.add(change.subject);
      if (kinds.get(change.kind)?.isOrdered && !change.problem) ordered.add(change.kind);
    }
    return undefined;
  }

  async #send(change: WaitingChange): Promise<void> {
    const kind = kinds.get(change.kind);
    // Of a newer version of the app: it waits for that one.
    if (!kind) {
      this.#stored.delete(change.id);
      return;
    }
    const sending: Sending = { idempotencyKey: change.id, as: this.#user, hasWaited: change.hasWaited };
    try {
      const answer = await kind.send(change.input as never, sending);
      await this.#finish(change, { answer });
    } catch (error) {
      if (isUnreachable(error)) {
        this.#isHeld = true;
        this.#letWait();
        if (onlineManager.isOnline()) this.#tryLater(BROKEN_PAUSE_MS);
        return;
      }
      if (this.#user !== undefined && error instanceof ApiError && error.code === 'unauthenticated') {
        // The session is over. It waits for its user to sign in again.
        this.#isHeld = true;
        this.#letWait();
        return;
      }
      const caller = this.#callers.get(change.id);
      if (caller && !change.hasWaited) await this.#refuse(change, caller, error);
      else await this.#decide(change, kind, error, sending);
    }
  }

  /** The user is still there to hear why. */
  async #refuse(change: WaitingChange, caller: Caller, error: unknown): Promise<void> {
    this.#callers.delete(change.id);
    await this.#remove([change.id], []);
    caller.reject(error);
  }

  async #decide(change: WaitingChange, kind: AnyKind, error: unknown, sending: Sending): Promise<void> {
    const tries = (this.#tries.get(change.id) ?? 0) + 1;
    this.#tries.set(change.id, tries);
    const decision: Decision<unknown, unknown> = await kind
      .decide(change.input as never, error, sending)
      .catch(() => ({ next: 'wait' as const }));
    if (decision.next === 'drop') {
      await this.#finish(change, 'answer' in decision ? { answer: decision.answer } : null);
    } else if (decision.next === 'send' && tries < MOST_TRIES) {
      await this.#replace([{ ...change, input: decision.input }]);
    } else if (decision.next === 'ask') {
      await this.#replace([{ ...change, problem: decision.problem }]);
    } else {
      this.#isHeld = true;
      this.#tries.delete(change.id);
      this.#tryLater(BUSY_PAUSE_MS);
    }
  }

  #tryLater(pause: number): void {
    setTimeout(() => void this.drain(), pause);
  }

  async #finish(change: WaitingChange, result: { readonly answer: unknown } | null): Promise<void> {
    const followers =
      result === null
        ? []
        : this.list.get().flatMap((one) => {
            if (one.subject !== change.subject || one.id === change.id) return [];
            const follow = kinds.get(one.kind)?.follow;
            return follow ? [{ ...one, input: follow(one.input as never, result.answer as never) }] : [];
          });
    await this.#remove([change.id], followers, result);
    this.#tell({ type: 'settled', id: change.id, answer: result?.answer });
  }

  /**
   * Takes a change back that still waits, with those that cannot be without it. Returns false if it has been sent.
   */
  withdraw(id: string): Promise<boolean> {
    return this.#inTurn(async () => {
      await this.#reload();
      const withdrawn = this.list.get().find((one) => one.id === id);
      if (!withdrawn || this.#inFlight.has(id)) return false;
      const removed = [id];
      const changed: WaitingChange[] = [];
      for (const one of this.list.get()) {
        if (one.subject !== withdrawn.subject || one.id === id) continue;
        const without = kinds.get(one.kind)?.withdraw;
        const input = without ? without(one.input as never, withdrawn) : one.input;
        if (input === null) removed.push(one.id);
        else changed.push({ ...one, input });
      }
      await this.#remove(removed, changed);
      this.#tell({ type: 'changed' });
      return true;
    });
  }

  /** The user has decided: the change is sent like this, or not at all. */
  async settleProblem(id: string, input: unknown): Promise<void> {
    const change = this.list.get().find((one) => one.id === id);
    if (!change) return;
    await this.#replace([{ ...change, input, problem: null }]);
    this.#tries.delete(id);
    await this.drain();
  }

  async #replace(changed: readonly WaitingChange[]): Promise<void> {
    await this.#remove([], changed);
    this.#tell({ type: 'changed' });
  }

  #remove(
    removed: readonly string[],
    changed: readonly WaitingChange[],
    result: { readonly answer: unknown } | null = null,
  ): Promise<void> {
    return this.#exclusively(async () => {
      try {
        await this.#store.replaceChanges(removed, changed.map(toKept));
      } catch (error) {
        // It is sent again at the next visit; its key prevents that it happens twice.
        console.warn('What was sent could not be removed from this browser', error);
      }
      const byId = new Map(changed.map((one) => [one.id, one]));
      this.list.set(
        this.list
          .get()
          .filter(({ id }) => !removed.includes(id))
          .map((one) => byId.get(one.id) ?? one),
      );
      for (const id of removed) this.#settle(id, result);
    });
  }

  #settle(id: string, result: { readonly answer: unknown } | null): void {
    this.#stored.delete(id);
    this.#tries.delete(id);
    this.#shown.get(id)?.(result);
    this.#shown.delete(id);
    const caller = this.#callers.get(id);
    this.#callers.delete(id);
    caller?.resolve(result ? { status: 'sent', answer: result.answer as never } : { status: 'waits', id });
  }

  /** What could not be sent at once waits, and its callers go on. */
  #letWait(): void {
    const list = this.list.get();
    if (list.every(({ hasWaited }) => hasWaited)) return;
    this.list.set(list.map((one) => ({ ...one, hasWaited: true })));
    for (const { id } of list) {
      this.#callers.get(id)?.resolve({ status: 'waits', id });
      this.#callers.delete(id);
    }
  }

  /** Shows it as a pending mutation, like every other change, until it is settled. */
  #show(change: WaitingChange): void {
    const kind = kinds.get(change.kind);
    if (!kind) return;
    const { promise, resolve } = Promise.withResolvers<{ readonly answer: unknown } | null>();
    this.#shown.set(change.id, resolve);
    const key = kind.key?.(change.subject);
    void mutateOptimistically(this.#client, {
      changes: kind.show(change.input as never),
      send: () => promise,
      remember: (result) =>
        result && kind.remember(this.#client, change.input as never, result.answer as never),
      ...(key && { key }),
      warnsBeforeLoss: !this.#store.isDurable,
    }).catch((error: unknown) => console.warn('An answer could not be shown', error));
  }

  /** Reads what is stored, which other pages change too. */
  #reload(): Promise<void> {
    return this.#exclusively(() => this.#read());
  }

  async #read(): Promise<void> {
    if (!this.#store.isDurable) return;
    let kept: KeptChange[];
    try {
      kept = await this.#store.listChanges();
    } catch (error) {
      console.warn('The changes that wait in this browser could not be read', error);
      return;
    }
    const known = new Map(this.list.get().map((one) => [one.id, one]));
    const isKept = new Set(kept.map(({ id }) => id));
    const gone = [...known.keys()].filter((id) => this.#stored.has(id) && !isKept.has(id));
    const unstored = [...known.values()].filter(({ id }) => !this.#stored.has(id) && !isKept.has(id));
    const current = kept.map((one) => ({ ...one, hasWaited: known.get(one.id)?.hasWaited ?? true }));
    this.list.set([...current, ...unstored].sort((a, b) => a.createdAt - b.createdAt));
    for (const change of current) {
      this.#stored.add(change.id);
      if (!known.has(change.id)) this.#show(change);
    }
    for (const id of gone) this.#settle(id, null);
  }

  async #hear(message: Message): Promise<void> {
    if (message.type === 'forgotten') {
      this.close();
      return;
    }
    await this.#exclusively(async () => {
      if (message.type === 'settled') {
        const { id, answer } = message;
        this.list.set(this.list.get().filter((one) => one.id !== id));
        this.#settle(id, answer === undefined ? null : { answer });
      }
      await this.#read();
    });
  }

  #tell(message: Message): void {
    this.#channel?.postMessage(message);
  }
}

function openChannel(user: string): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`dayloom.changes ${user}`);
}

function toKept({ id, kind, subject, input, createdAt, problem }: WaitingChange): KeptChange {
  return { id, kind, subject, input, createdAt, problem };
}

const queues = new WeakMap<QueryClient, ChangeQueue>();

export function getQueue(client: QueryClient): ChangeQueue {
  const queue = queues.get(client) ?? new ChangeQueue(client);
  queues.set(client, queue);
  return queue;
}

/**
 * Shows a change at once, stores it in this browser, and sends it now or when the server can be reached. Resolves with
 * the answer, or as soon as it is clear that the change waits.
 */
export function sendChange<Input, Answer>(
  client: QueryClient,
  kind: ChangeKind<Input, Answer>,
  subject: string,
  input: Input,
): Promise<Outcome<Answer>> {
  return getQueue(client).add(kind, subject, input);
}

/** The changes that wait for the network or for a decision. */
export function useWaitingChanges(client: QueryClient): readonly WaitingChange[] {
  const list = useStore(getQueue(client).list);
  return useMemo(() => list.filter(({ hasWaited }) => hasWaited), [list]);
}
