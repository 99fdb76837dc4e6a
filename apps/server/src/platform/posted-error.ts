import type { AppError } from './errors.ts';
import type { ProviderFailure } from './provider-failure.ts';

/**
 * Posting an error to another thread keeps its message and loses its class, so refusals are posted as their fields.
 * Only types are imported: what this file loads, each new thread loads before it begins.
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
