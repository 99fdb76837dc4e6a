import { onlineManager } from '@tanstack/react-query';
import { isUnreachable } from './api.ts';
import { type AnyChangeKind, type Decision, findCode, findKind, type SendContext } from './change-kinds.ts';
import type { ChangeResult, KeptChanges, WaitingChange } from './kept-changes.ts';

/** Requests under way at the same time. */
const AT_ONCE = 4;
/** Tries of one change whose subject keeps changing. */
const MAX_TRIES = 5;
/** Pause after the server was there but could not take a change, and after a connection that broke off. */
const BUSY_PAUSE_MS = 15_000;
const BROKEN_PAUSE_MS = 1_000;

export interface SenderHandlers {
  /** The server cannot be reached: those who wait for a response go on. */
  readonly letWait: () => void;
  /** Passes a refusal to the caller that waits for the change; false if nobody does. */
  readonly refuse: (change: WaitingChange, error: unknown) => Promise<boolean>;
}

/**
 * Sends changes and decides about refusals. One page at a time sends (Web Locks); changes of one subject are sent one
 * after another.
 */
export class ChangeSender {
  readonly #kept: KeptChanges;
  readonly #handlers: SenderHandlers;
  /** The ids of those whose requests are under way. */
  readonly inFlight = new Set<string>();
  /** Whose changes are sent. */
  user: string | undefined;
  readonly #tries = new Map<string, number>();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #isHeld = false;

  constructor(kept: KeptChanges, handlers: SenderHandlers) {
    this.#kept = kept;
    this.#handlers = handlers;
    onlineManager.subscribe((isOnline) => {
      if (isOnline) void this.drain();
      else handlers.letWait();
    });
  }

  /** Sends what can be sent. Resolves when nothing is under way any more. */
  drain(): Promise<void> {
    if (!onlineManager.isOnline()) {
      this.#handlers.letWait();
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
      const { user } = this;
      await this.inTurn(async () => {
        if (user !== this.user) return;
        // Another page may have sent some of them.
        await this.#kept.reload();
        await this.#sendAll();
      });
    }
  }

  /** One page of the user at a time. Without locks (plain http) the keys prevent that a change happens twice. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#kept.isDurable || !navigator.locks) return await work();
    return await navigator.locks.request(`dayloom.changes ${this.user}`, work);
  }

  #sendAll(): Promise<void> {
    this.#isHeld = false;
    return new Promise((done) => {
      const next = () => {
        while (!this.#isHeld && this.inFlight.size < AT_ONCE) {
          const change = this.#findReady();
          if (!change) break;
          this.inFlight.add(change.id);
          void this.#send(change).finally(() => {
            this.inFlight.delete(change.id);
            next();
          });
        }
        if (this.inFlight.size === 0) done();
      };
      next();
    });
  }

  #findReady(): WaitingChange | undefined {
    const subjects = new Set<string>();
    const ordered = new Set<string>();
    const stopped = new Set<string>();
    for (const change of this.#kept.list.get()) {
      const { id, kind, subject, problem } = change;
      const order = findKind(kind)?.order;
      const isFirst = !subjects.has(subject) && !(order && ordered.has(order));
      if (isFirst && !problem && this.#kept.stored.has(id) && !this.inFlight.has(id)) return change;
      subjects.add(subject);
      if (problem) stopped.add(subject);
      // What needs a decision stops only what builds on it.
      else if (order && !stopped.has(subject)) ordered.add(order);
    }
    return undefined;
  }

  async #send(change: WaitingChange): Promise<void> {
    const kind = findKind(change.kind);
    if (!kind) {
      // Another page, or another version of the app, sends it.
      this.#kept.stored.delete(change.id);
      return;
    }
    const { id, createdAt, hasWaited } = change;
    const madeAt = hasWaited ? new Date(createdAt).toISOString() : undefined;
    const sending: SendContext = { idempotencyKey: id, as: this.user, madeAt };
    try {
      const response = await kind.send(change.input as never, sending);
      await this.#finish(change, { response });
    } catch (error) {
      if (isUnreachable(error)) {
        this.#hold();
        if (onlineManager.isOnline()) this.#tryLater(BROKEN_PAUSE_MS);
      } else if (this.user !== undefined && findCode(error) === 'unauthenticated') {
        // The session is over. It waits for its user to sign in again.
        this.#hold();
      } else if (change.hasWaited || !(await this.#handlers.refuse(change, error))) {
        await this.#decide(change, kind, error, sending);
      }
    }
  }

  #hold(): void {
    this.#isHeld = true;
    this.#handlers.letWait();
  }

  async #decide(
    change: WaitingChange,
    kind: AnyChangeKind,
    error: unknown,
    sending: SendContext,
  ): Promise<void> {
    const tries = (this.#tries.get(change.id) ?? 0) + 1;
    this.#tries.set(change.id, tries);
    const decision: Decision<unknown, unknown> = await kind
      .decide(change.input as never, error, sending)
      .catch(() => ({ next: 'wait' as const }));
    if (decision.next === 'drop') {
      await this.#finish(change, 'response' in decision ? { response: decision.response } : null);
    } else if (decision.next === 'send' && tries < MAX_TRIES) {
      await this.#kept.write([], [{ ...change, input: decision.input }]);
    } else {
      this.#tries.delete(change.id);
      if (decision.next === 'ask') {
        await this.#kept.write([], [{ ...change, problem: decision.problem }]);
        return;
      }
      this.#isHeld = true;
      this.#tryLater(BUSY_PAUSE_MS);
    }
  }

  #tryLater(pause: number): void {
    setTimeout(() => void this.drain(), pause);
  }

  async #finish(change: WaitingChange, result: ChangeResult): Promise<void> {
    const followers =
      result === null
        ? []
        : this.#kept.list.get().flatMap((one) => {
            if (one.subject !== change.subject || one.id === change.id) return [];
            const follow = findKind(one.kind)?.follow;
            return follow ? [{ ...one, input: follow(one.input as never, result.response as never) }] : [];
          });
    this.#tries.delete(change.id);
    await this.#kept.write([change.id], followers, result);
  }
}
