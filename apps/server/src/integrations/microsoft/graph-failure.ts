import { ProviderFailure } from '#platform/provider-failure.ts';
import { unreadableResponse } from '../calendars/checked-responses.ts';
import { isTooLarge } from '../http/limited-fetch.ts';

interface GraphProblem {
  /** Null without a response. */
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** The details of the client's error; null for any other error. */
export function findProblem(error: unknown): GraphProblem | null {
  if (!(error instanceof Error) || error instanceof ProviderFailure || !('statusCode' in error)) return null;
  const { statusCode, code, headers, message } = error as Error & {
    statusCode: number;
    code?: string | null;
    headers?: Headers;
  };
  return {
    status: statusCode > 0 ? statusCode : null,
    code: code ?? '',
    message,
    retryAfterSeconds: Number(headers?.get?.('retry-after')) || null,
  };
}

/** Drops the cause, which contains the request and its token. */
export function toFailure(error: unknown): unknown {
  const problem = findProblem(error);
  // The client rejects a successful response that is not JSON or that breaks off.
  const isUnread = problem?.status != null && problem.status < 300;
  if (isUnread || isTooLarge(error)) return unreadableResponse('Outlook');
  if (!problem) return error;
  const { status, code, message, retryAfterSeconds } = problem;
  const options = { ...(code && { providerCode: code }), ...(retryAfterSeconds && { retryAfterSeconds }) };
  if (status === 429) return new ProviderFailure('rate_limited', 'Outlook asks us to wait.', options);
  if (status === null || status >= 500)
    return new ProviderFailure('unavailable', 'Outlook does not respond.', options);
  if (status === 401 || code === 'Authorization_RequestDenied')
    return new ProviderFailure('reconnect_needed', 'Microsoft no longer accepts our access.', options);
  return new ProviderFailure('rejected', describeRefusal(status, code, message), options);
}

function describeRefusal(status: number, code: string, message: string): string {
  if (/MailboxNotEnabledForRESTAPI|MailboxNotSupported/i.test(code))
    return 'This Microsoft account has no Outlook mailbox. Connect one that has a calendar.';
  if (status === 403)
    return 'Outlook lets only the owner change this. Ask the owner for permission, or change a copy of it.';
  if (status === 404 || status === 410) return 'Outlook no longer has this. Sync now to remove it here too.';
  return `Outlook rejects this: ${message.slice(0, 200) || code || status}`;
}

/** Whether Graph reports a missing or deleted event. */
export function isGone(error: unknown): boolean {
  return [404, 410].includes(findProblem(error)?.status ?? 0);
}

/** Thrown inside a write when the version in Outlook is not the known one. */
export class ChangedMeanwhile extends Error {}

/** Whether another person or program has changed the event since it was read. */
export function isStale(error: unknown): boolean {
  const problem = findProblem(error);
  return problem?.status === 412 || (problem?.status === 409 && /Conflict/i.test(problem.code));
}
