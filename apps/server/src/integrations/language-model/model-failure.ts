import { ProviderFailure } from '#platform/provider-failure.ts';

/** An answer that was read and cannot be used. */
export const brokenResponse = (providerCode: string): ProviderFailure =>
  new ProviderFailure('rejected', 'The language model gave an answer that cannot be used.', { providerCode });

/** Keeps only what may be logged: the library's errors contain the request, and with it what people wrote. */
export function toModelFailure(error: unknown): unknown {
  if (error instanceof ProviderFailure || !(error instanceof Error)) return error;
  if (!isLibraryError(error) && !isNetworkError(error)) return error;
  const { statusCode } = error as { statusCode?: number };
  const code = { providerCode: statusCode === undefined ? error.name : String(statusCode) };
  if (statusCode === 401 || statusCode === 403)
    return new ProviderFailure('reconnect_needed', 'The language model rejects our key.', code);
  if (statusCode === 429)
    return new ProviderFailure('rate_limited', 'The language model asks us to wait.', code);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ProviderFailure('rejected', `The language model refused the request (${statusCode}).`, code);
  return new ProviderFailure('unavailable', 'The language model does not respond.', code);
}

const isLibraryError = ({ name }: Error): boolean => name.startsWith('AI_');

/** What `fetch` and reading its answer throw. */
const isNetworkError = ({ name, message }: Error): boolean =>
  name === 'TimeoutError' ||
  name === 'AbortError' ||
  name === 'ResponseTooLarge' ||
  (name === 'TypeError' && /fetch failed|terminated|network/i.test(message));
