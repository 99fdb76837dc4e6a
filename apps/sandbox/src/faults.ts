/**
 * The failures that can be requested. `times` is the number of calls or deliveries that fail.
 *
 * - `error`: the provider returns 500 · `rate-limit`: 429 with Retry-After · `slow`: answers after two
 *   seconds
 * - `duplicate-webhook`: each delivery is sent twice · `reorder-webhook`: two deliveries swap places ·
 *   `drop-webhook`: a delivery is lost · `expire-channel`: a calendar's channel or subscription ends silently
 *   when it should have sent a notification
 * - `bare-removal`: Outlook's delta reports a removed occurrence with its id only, without its series
 * - `pending-conference`: Google makes the link of a new event's conference a moment later
 * - `expire-token`: the access token or the password is rejected · `too-many`: 429 at providers where
 *   `rate-limit` is another response
 * - `decline`: the next payment fails · `undeliverable`: the carrier rejects the message
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
  'pending-conference',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const providers = ['stripe', 'twilio', 'mail', 'google', 'microsoft', 'caldav', 'todoist'] as const;
export type Provider = (typeof providers)[number];

export interface Fault {
  readonly provider: Provider;
  readonly kind: FaultKind;
  readonly left: number;
}

/** The requested failures that have not happened yet. */
export class Faults {
  readonly #left = new Map<string, number>();

  set(provider: Provider, kind: FaultKind, times: number): void {
    const key = `${provider} ${kind}`;
    if (times > 0) this.#left.set(key, times);
    else this.#left.delete(key);
  }

  /** Whether this call has to fail; counts down if it does. */
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
