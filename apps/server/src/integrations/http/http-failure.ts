import { SECOND_MS } from '@dayloom/time';
import { ProviderFailure } from '#platform/provider-failure.ts';

/** The upper limit for a requested wait. */
const LONGEST_WAIT_SECONDS = 24 * 3_600;

/** Retry-After (RFC 9110 §10.2.3): seconds or a date. Null without a readable one. */
export function retryAfterSeconds(headers: Headers, now: Date): number | null {
  const received = headers.get('retry-after')?.trim();
  if (!received) return null;
  const seconds = /^\d+$/.test(received)
    ? Number(received)
    : Math.ceil((Date.parse(received) - now.getTime()) / SECOND_MS);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS) : null;
}

/**
 * The failure for statuses with the same meaning on every server: 429, 503 with Retry-After, 507 and other 5xx.
 * Null for other responses.
 */
export function serverFailure({ status, headers }: Response, now: Date): ProviderFailure | null {
  const wait = retryAfterSeconds(headers, now);
  if (status === 429 || (status === 503 && wait !== null))
    return new ProviderFailure('rate_limited', 'The server asks us to wait.', {
      providerCode: String(status),
      ...(wait !== null && { retryAfterSeconds: wait }),
    });
  if (status === 507)
    return new ProviderFailure(
      'rejected',
      'The server is out of space. Free some, and the change will be sent.',
      { providerCode: '507' },
    );
  if (status >= 500)
    return new ProviderFailure('unavailable', `The server has a problem (${status}).`, {
      providerCode: String(status),
    });
  return null;
}
