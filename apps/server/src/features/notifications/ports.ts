import type { PushSubscription } from '@dayloom/contracts';

/** The server's key pair for Web Push (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushRequest {
  readonly subscription: PushSubscription;
  /** Encrypted for the browser (RFC 8291). */
  readonly payload: string;
  readonly keys: PushKeys;
  /** How long the push service keeps it for a browser that is away. */
  readonly ttlSeconds: number;
}

/**
 * Hands a message to the push service of a browser. `gone`: the subscription has ended. Rejects with a
 * `ProviderFailure` otherwise, also for a host that this server does not connect to.
 */
export interface PushSender {
  send(request: PushRequest): Promise<'sent' | 'gone'>;
  makeKeys(): PushKeys;
}
