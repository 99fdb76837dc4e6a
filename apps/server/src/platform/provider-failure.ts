import { AppError } from './errors.ts';

/**
 * Why an outside provider did not do what it was asked, in kinds that jobs retry by and people are told by.
 *
 * - `reconnect_needed`: the key or grant is not accepted any more · `rate_limited`: too often, see
 *   `retryAfterSeconds` · `unavailable`: no answer, or a failure on their side · `rejected`: understood and refused
 */
export type ProviderFailureKind = 'reconnect_needed' | 'rate_limited' | 'unavailable' | 'rejected';

export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  readonly kind: ProviderFailureKind;
  readonly retryAfterSeconds: number | null;
  /** The provider's own code, for telling refusals apart. */
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

/** Runs a call to a provider for a person who waits: its failure becomes an answer that says what to do. */
export async function orUnavailable<Result>(message: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (!(cause instanceof ProviderFailure)) throw cause;
    throw new AppError('unavailable', message, { cause });
  }
}
