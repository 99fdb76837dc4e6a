import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { unreadableResponse } from '../calendars/checked-responses.ts';
import { retryAfterSeconds, serverFailure } from './http-failure.ts';
import { isTooLarge, limitedFetch } from './limited-fetch.ts';

const TIMEOUT_MS = 30_000;

/** Google's reason for a refusal (https://developers.google.com/workspace/calendar/api/guides/errors). */
const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }),
});
const QUOTA = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

export interface JsonApi {
  /** `Google Tasks`, for messages. */
  readonly name: string;
  /** The base address, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly clock: Clock;
  /** Ends the whole of several calls. */
  readonly signal: AbortSignal;
}

/**
 * Reads JSON from an API with a bearer token. It never follows a redirect, so that the token goes nowhere else. Every
 * failure is a `ProviderFailure` without the request, which contains the token.
 */
export async function getJson(
  { name, baseUrl, token, clock, signal }: JsonApi,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await limitedFetch(`${baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'Dayloom' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    text = await response.text();
  } catch (error) {
    if (isTooLarge(error)) throw unreadableResponse(name);
    throw new ProviderFailure('unavailable', `${name} does not respond.`);
  }
  if (!response.ok) throw toFailure(name, response, text, clock());
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableResponse(name);
  }
}

function toFailure(name: string, response: Response, text: string, now: Date): ProviderFailure {
  const { status, headers } = response;
  const wait = retryAfterSeconds(headers, now);
  const options = { providerCode: String(status), ...(wait !== null && { retryAfterSeconds: wait }) };
  const isWaiting = serverFailure(response, now)?.kind === 'rate_limited';
  if (isWaiting || (status === 403 && QUOTA.has(findReason(text) ?? '')))
    return new ProviderFailure('rate_limited', `${name} asks us to wait.`, options);
  if (status === 403 && findReason(text) === 'accessNotConfigured')
    return new ProviderFailure(
      'rejected',
      `The ${name} API is not enabled for this server. Ask its administrator to enable it.`,
      options,
    );
  if (status === 401 || status === 403)
    return new ProviderFailure('reconnect_needed', `${name} does not give us access.`, options);
  if (status >= 500) return new ProviderFailure('unavailable', `${name} has a problem.`, options);
  return new ProviderFailure('rejected', `${name} rejects our request (${status}).`, options);
}

function findReason(text: string): string | null {
  try {
    return Refusal.parse(JSON.parse(text)).error.errors[0]?.reason ?? null;
  } catch {
    return null;
  }
}
