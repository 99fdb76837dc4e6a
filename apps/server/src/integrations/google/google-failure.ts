import { z } from 'zod';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { unreadableResponse } from '../calendars/checked-responses.ts';
import { isTooLarge } from '../http/limited-fetch.ts';

interface GoogleProblem {
  /** Null without a response. */
  readonly status: number | null;
  readonly reason: string | null;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

const answerShape = z.object({
  error: z.object({
    message: z.string().optional().catch(undefined),
    errors: z
      .array(z.object({ reason: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
});

/** The details of the client's error; null for any other error. */
export function findProblem(error: unknown): GoogleProblem | null {
  if (!(error instanceof Error) || error instanceof ProviderFailure) return null;
  const { status, response, config } = error as {
    status?: number;
    config?: unknown;
    response?: { headers?: Headers; data?: unknown };
  };
  if (config === undefined && status === undefined) return null;
  const received = answerShape.safeParse(response?.data).data?.error;
  return {
    status: status ?? null,
    reason: received?.errors?.[0]?.reason ?? null,
    message: received?.message ?? '',
    retryAfterSeconds: Number(response?.headers?.get?.('retry-after')) || null,
  };
}

/** Exhausted quotas. The last one is exhausted until the next day. */
const QUOTA = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);
const NOT_ALLOWED = new Set(['requiredAccessLevel', 'forbidden', 'forbiddenForNonOrganizer']);

/** Drops the cause, because the client's errors contain the request with its token. */
export function toFailure(error: unknown): unknown {
  if (isTooLarge(error)) return unreadableResponse('Google Calendar');
  const problem = findProblem(error);
  if (!problem) return error;
  const { status, reason, message, retryAfterSeconds } = problem;
  const options = {
    ...(reason && { providerCode: reason }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
  if (status === null || status >= 500)
    return new ProviderFailure('unavailable', 'Google Calendar does not respond.', options);
  if (status === 429 || (status === 403 && QUOTA.has(reason ?? '')))
    return new ProviderFailure('rate_limited', 'Google Calendar asks us to wait.', options);
  if (status === 401)
    return new ProviderFailure('reconnect_needed', 'Google no longer accepts our access.', options);
  if (status === 403 && /insufficient(?:Permissions|_scope)|ACCESS_TOKEN_SCOPE/i.test(reason ?? ''))
    return new ProviderFailure(
      'reconnect_needed',
      'The access you gave does not include this calendar.',
      options,
    );
  return new ProviderFailure('rejected', describeRefusal(status, reason ?? '', message), options);
}

function describeRefusal(status: number, reason: string, message: string): string {
  if (reason === 'accessNotConfigured')
    return 'The Google Calendar API is not enabled for this server. Ask its administrator to enable it.';
  if (NOT_ALLOWED.has(reason))
    return 'Google lets only the owner change this. Ask the owner for permission, or change a copy of it.';
  if (reason === 'pushNotSupportedForRequestedResource')
    return 'Google sends no notifications for this calendar.';
  if (status === 404 || status === 410)
    return 'Google Calendar no longer has this. Sync now to remove it here too.';
  return `Google Calendar rejects this: ${message.slice(0, 200) || reason || status}`;
}
