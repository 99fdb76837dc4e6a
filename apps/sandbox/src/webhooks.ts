import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults, Provider } from './faults.ts';

export interface Delivery {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Called with the response, for providers that act on its body. */
  readonly onAnswer?: (body: string) => void;
  /** The channel of the delivery, if the receiver has several. Channels do not wait for each other. */
  readonly channelId?: string;
  /** Ends the delivery's channel. */
  readonly endChannel?: () => void;
  /** The statuses that make the provider retry; by default all except 2xx. */
  readonly isTriedAgain?: (status: number) => boolean;
}

export interface WebhookResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends a delivery and returns the response; rejects if nothing listens. */
export type Send = (delivery: Delivery) => Promise<WebhookResponse>;

const sendByHttp: Send = async ({ url, headers, body }) => {
  const reply = await fetch(url, { method: 'POST', headers, body });
  return { status: reply.status, body: await reply.text() };
};

const RETRY_AFTER_MS = [200, 1_000, 5_000, 20_000];

/**
 * Delivers webhooks as providers do: in order for each provider and channel, repeated until the receiver
 * responds with 2xx. A requested fault doubles, swaps or drops deliveries.
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
    // The held delivery is sent after the next one: providers do not guarantee an order.
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
        // Nothing listens (yet): the next attempt may succeed.
      }
      if (pause === null) return;
      await sleep(pause, undefined, { ref: false });
    }
  }

  /** Resolves when everything posted so far was delivered or dropped. */
  async settled(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }

  close(): void {
    this.#isClosed = true;
  }
}
