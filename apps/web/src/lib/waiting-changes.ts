import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ChangeKind, findKind } from './change-kinds.ts';
import { ChangeSender } from './change-sender.ts';
import { type ChangeResult, KeptChanges, type WaitingChange } from './kept-changes.ts';
import type { OfflineStore } from './kept-data.ts';
import { mutateOptimistically } from './optimistic.ts';
import { type Store, useStore } from './store.ts';

/** The result of `sendChange`. Refusals of a change that did not wait are thrown. */
export type SendOutcome<Result> =
  | { readonly status: 'sent'; readonly response: Result }
  | { readonly status: 'waits'; readonly id: string };

interface Caller {
  readonly resolve: (outcome: SendOutcome<never>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The changes of one user that the server has not confirmed. Each is stored before it is sent (`kept-changes.ts`), and
 * removed when the response is there (`change-sender.ts`), so a page that is closed in between sends it again, with the
 * same key. It is shown, and its caller waits, until it is settled.
 */
class ChangeQueue {
  readonly list: Store<readonly WaitingChange[]>;
  readonly #client: QueryClient;
  readonly #kept: KeptChanges;
  readonly #sender: ChangeSender;
  readonly #callers = new Map<string, Caller>();
  readonly #shown = new Map<string, (result: ChangeResult) => void>();

  constructor(client: QueryClient) {
    this.#client = client;
    this.#kept = new KeptChanges({
      appeared: (change) => this.#show(change),
      settled: (id, result) => this.#settle(id, result),
    });
    this.list = this.#kept.list;
    this.#sender = new ChangeSender(this.#kept, {
      letWait: () => this.#letWait(),
      refuse: (change, error) => this.#refuse(change, error),
    });
  }

  /** Shows and sends what the user has left here, and stores what comes. */
  async open(user: string, store: OfflineStore): Promise<void> {
    this.#sender.user = user;
    await this.#kept.open(user, store, () => this.close());
    void this.drain();
  }

  /** The user has left: nothing of theirs is shown or sent any more. */
  close(): void {
    this.#sender.user = undefined;
    this.#kept.close();
  }

  /** Removes everything that this browser keeps of the user. */
  async forget(options?: { readonly keepsChanges: boolean }): Promise<void> {
    this.#sender.user = undefined;
    await this.#kept.forget(options);
  }

  add<Input, Result>(
    kind: ChangeKind<Input, Result>,
    subject: string,
    input: Input,
  ): Promise<SendOutcome<Result>> {
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
      void this.#kept.add(change).then(() => this.drain());
    });
  }

  /** Sends what can be sent. Resolves when nothing is under way any more. */
  drain(): Promise<void> {
    return this.#sender.drain();
  }

  /**
   * Withdraws a change that still waits, with those that depend on it. Returns false if it has been sent.
   */
  withdraw(id: string): Promise<boolean> {
    return this.#sender.inTurn(async () => {
      await this.#kept.reload();
      const withdrawn = this.list.get().find((one) => one.id === id);
      if (!withdrawn || this.#sender.inFlight.has(id)) return false;
      const removed = [id];
      const changed: WaitingChange[] = [];
      for (const one of this.list.get()) {
        if (one.subject !== withdrawn.subject || one.id === id) continue;
        const without = findKind(one.kind)?.withdraw;
        const input = without ? without(one.input as never, withdrawn) : one.input;
        if (input === null) removed.push(one.id);
        else changed.push({ ...one, input });
      }
      await this.#kept.write(removed, changed);
      return true;
    });
  }

  /** The user has decided: the change is sent like this, or not at all. */
  async settleProblem(id: string, input: unknown): Promise<void> {
    const change = this.list.get().find((one) => one.id === id);
    if (!change) return;
    await this.#kept.write([], [{ ...change, input, problem: null }]);
    await this.drain();
  }

  /** The user is still there to hear why. */
  async #refuse({ id }: WaitingChange, error: unknown): Promise<boolean> {
    const caller = this.#callers.get(id);
    if (!caller) return false;
    this.#callers.delete(id);
    await this.#kept.write([id], [], null);
    caller.reject(error);
    return true;
  }

  #settle(id: string, result: ChangeResult): void {
    this.#shown.get(id)?.(result);
    this.#shown.delete(id);
    const caller = this.#callers.get(id);
    this.#callers.delete(id);
    caller?.resolve(
      result ? { status: 'sent', response: result.response as never } : { status: 'waits', id },
    );
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
    const kind = findKind(change.kind);
    if (!kind) return;
    const { promise, resolve } = Promise.withResolvers<ChangeResult>();
    this.#shown.set(change.id, resolve);
    const key = kind.key?.(change.subject);
    void mutateOptimistically(this.#client, {
      changes: kind.show(change.input as never),
      send: () => promise,
      updateCache: (result) =>
        result && kind.updateCache(this.#client, change.input as never, result.response as never),
      ...(key && { key }),
      warnsBeforeLoss: () => !this.#kept.isSafe(change.id),
    }).catch((error: unknown) => console.warn('A response could not be shown', error));
  }
}

const queues = new WeakMap<QueryClient, ChangeQueue>();

export function getQueue(client: QueryClient): ChangeQueue {
  const queue = queues.get(client) ?? new ChangeQueue(client);
  queues.set(client, queue);
  return queue;
}

/**
 * Shows a change at once, stores it in this browser, and sends it now or when the server can be reached. Resolves with
 * the response, or as soon as it is clear that the change waits.
 */
export function sendChange<Input, Result>(
  client: QueryClient,
  kind: ChangeKind<Input, Result>,
  subject: string,
  input: Input,
): Promise<SendOutcome<Result>> {
  return getQueue(client).add(kind, subject, input);
}

/** The changes that the server has not confirmed, also while their requests are under way. */
export const useUnsentChanges = (client: QueryClient): readonly WaitingChange[] =>
  useStore(getQueue(client).list);

/** The changes that wait for the network or for a decision. */
export function useWaitingChanges(client: QueryClient): readonly WaitingChange[] {
  const list = useUnsentChanges(client);
  return useMemo(() => list.filter(({ hasWaited }) => hasWaited), [list]);
}
