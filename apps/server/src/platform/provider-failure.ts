import { AppError } from './errors.ts';

/**
 * Why an outside provider refused or failed a call. Jobs choose their retry by the kind, and people get a
 * message by it.
 *
 * - `reconnect_needed`: the provider no longer accepts the key or grant
 * - `rate_limited`: too many calls, see `retryAfterSeconds`
 * - `unavailable`: no reply, or a failure of the provider
 * - `rejected`: understood and refused
 */
export type ProviderFailureKind = 'reconnect_needed' | 'rate_limited' | 'unavailable' | 'rejected';

export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  readonly kind: ProviderFailureKind;
  readonly retryAfterSeconds: number | null;
  /** The provider's error code, to distinguish refusals. */
  readonly providerCode: string | null;

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; providerCode?: string } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.providerCode = options.providerCode ?? null;
  }
}

/** Runs a provider call for a waiting person and turns its failure into a message that says what to do. */
export async function callProvider<Result>(message: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new AppError('unavailable', message, { cause });
  }
}
