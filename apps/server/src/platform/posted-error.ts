import type { AppError } from './errors.ts';
import type { ProviderFailure } from './provider-failure.ts';

/**
 * Structured clone keeps an error's message and loses its class, so a refusal is posted to another thread as
 * its fields. This file imports only types, because every new thread loads it before it can begin.
 */
export type PostedError =
  | ({ readonly name: 'AppError' } & Pick<AppError, 'code' | 'message' | 'fields'>)
  | ({ readonly name: 'ProviderFailure' } & Pick<
      ProviderFailure,
      'kind' | 'message' | 'retryAfterSeconds' | 'providerCode'
    >)
  | { readonly name: null; readonly error: unknown };

export function toPostedError(error: unknown): PostedError {
  const name = error instanceof Error ? error.name : null;
  if (name === 'AppError') {
    const { code, message, fields } = error as AppError;
    return { name, code, message, fields };
  }
  if (name === 'ProviderFailure') {
    const { kind, message, retryAfterSeconds, providerCode } = error as ProviderFailure;
    return { name, kind, message, retryAfterSeconds, providerCode };
  }
  return { name: null, error };
}
