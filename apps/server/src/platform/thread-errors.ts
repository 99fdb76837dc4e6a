import { AppError } from './errors.ts';
import type { PostedError } from './posted-error.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Restores the class of an error that a thread posted. */
export function fromPostedError(posted: PostedError): unknown {
  if (posted.name === 'AppError') {
    const { code, message, fields } = posted;
    return new AppError(code, message, { ...(fields && { fields }) });
  }
  if (posted.name === 'ProviderFailure') {
    const { kind, message, retryAfterSeconds, providerCode } = posted;
    return new ProviderFailure(kind, message, {
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      ...(providerCode !== null && { providerCode }),
    });
  }
  return posted.error;
}
