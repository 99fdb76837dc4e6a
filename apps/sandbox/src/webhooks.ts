import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults, Provider } from './faults.ts';

export interface Delivery {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Told the answer, for providers that act on what it says. */
  readonly onAnswer?: (body: string) => void;
  /** By which channel it is told, where the receiver has several: one that is not heard keeps no other waiting. */
  readonly channelId?: string;
  /** Ends what it is told by, for what is told by a channel. */
  readonly endChannel?: () => void;
  /** Which answers the provider takes for 'not now'; all that are not 2xx when it is left out. */
  readonly isTriedAgain?: (status: number) => boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Hands a delivery over and tells the answer; rejects when nobody listens. */
export type Send = (delivery: Delivery) => Promise<Answer>;

const sendByHttp: Send = async ({ url, headers, body }) => {
  const reply = await fetch(url, { method: 'POST', headers, body });
  return { status: reply.status, body: await reply.text() };
};

const RETRY_AFTER_MS = [200, 1_000, 5_000, 20_000];

/**
 * Delivers webhooks as providers do: one after another for each of them and each of their channels, again when the
 * receiver does not answer 2xx, and twice, swapped or not at all when a fault asks for it.
 */
export class Webhooks {
  readonly #faults: Faults;
  readonly #send: Send;
  #held: Delivery | null = null;
  readonly #lines = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(faults: Faults, send: Send = sendByHttp) {
    this.#faults = faults;
    this.#send = send;
  }

  post(provider: Provider, delivery: Delivery): void {
    if (delivery.endChannel && this.#faults.take(provider, 'expire-channel')) {
      delivery.endChannel();
      return;
    }
    if (this.#faults.take(provider, 'drop-webhook')) return;
    const copies = this.#faults.take(provider, 'duplicate-webhook') ? [delivery, delivery] : [delivery];
    // The held one goes out behind the next: that is what 'no order is promised' looks like.
    if (this.#held === null && this.#faults.take(provider, 'reorder-webhook')) {
      this.#held = delivery;
      return;
    }
    const all = this.#held ? [...copies, this.#held] : copies;
    this.#held = null;
    this.#queueUp(`${provider} ${delivery.channelId ?? ''}`, all);
  }

  #queueUp(name: string, deliveries: readonly Delivery[]): void {
    const line = this.#deliverAfter(this.#lines.get(name), deliveries).finally(() => {
      if (this.#lines.get(name) === line) this.#lines.delete(name);
    });
    this.#lines.set(name, line);
  }

  async #deliverAfter(earlier: Promise<void> | undefined, deliveries: readonly Delivery[]): Promise<void> {
    await earlier;
    for (const delivery of deliveries) await this.#deliver(delivery);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    for (const pause of [...RETRY_AFTER_MS, null]) {
      if (this.#isClosed) return;
      try {
        const { status, body } = await this.#send(delivery);
        if (status >= 200 && status < 300) {
          delivery.onAnswer?.(body);
          return;
        }
        if (delivery.isTriedAgain && !delivery.isTriedAgain(status)) return;
      } catch {
        // Nobody listens (yet): the next try may find them.
      }
      if (pause === null) return;
      await sleep(pause, undefined, { ref: false });
    }
  }

  /** Resolves when everything posted so far has been delivered or given up. */
  async settled(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }

  close(): void {
    this.#isClosed = true;
  }
}
