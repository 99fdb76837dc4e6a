/**
 * What can be made to go wrong on request. `times` says for how many calls or deliveries it holds.
 *
 * - `error`: the provider answers 500 · `rate-limit`: 429 with Retry-After · `slow`: answers after two seconds
 * - `duplicate-webhook`: each delivery comes twice · `reorder-webhook`: two deliveries change places ·
 *   `drop-webhook`: a delivery is lost · `expire-channel`: a calendar's channel or subscription ends without a word when
 *   it would have told something
 * - `bare-removal`: a round of Outlook's changes tells an occurrence that was taken out by its id alone, without its series
 * - `expire-token`: the access token, or the password, is not accepted · `too-many`: 429 where `rate-limit` is another answer
 * - `decline`: the next payment fails · `undeliverable`: the message is refused by the carrier
 */
export const faultKinds = [
  'error',
  'rate-limit',
  'slow',
  'duplicate-webhook',
  'reorder-webhook',
  'drop-webhook',
  'expire-channel',
  'decline',
  'undeliverable',
  'expire-token',
  'too-many',
  'bare-removal',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const providers = ['stripe', 'twilio', 'mail', 'google', 'microsoft', 'caldav'] as const;
export type Provider = (typeof providers)[number];

export interface Fault {
  readonly provider: Provider;
  readonly kind: FaultKind;
  readonly left: number;
}

/** The faults that are waiting to happen. */
export class Faults {
  readonly #left = new Map<string, number>();

  set(provider: Provider, kind: FaultKind, times: number): void {
    const key = `${provider} ${kind}`;
    if (times > 0) this.#left.set(key, times);
    else this.#left.delete(key);
  }

  /** Whether this call is one that has to fail; each yes uses one up. */
  take(provider: Provider, kind: FaultKind): boolean {
    const key = `${provider} ${kind}`;
    const left = this.#left.get(key) ?? 0;
    if (left === 0) return false;
    if (left === 1) this.#left.delete(key);
    else this.#left.set(key, left - 1);
    return true;
  }

  list(): Fault[] {
    return [...this.#left].map(([key, left]) => {
      const [provider, kind] = key.split(' ') as [Provider, FaultKind];
      return { provider, kind, left };
    });
  }

  reset(): void {
    this.#left.clear();
  }
}
