import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';

/** The running search of each user, in this process. */
const running = new Map<string, AbortController>();

/**
 * Runs one search per user at a time. A new search stops the previous one, which then rejects. A search also
 * stops when its client disconnects. The result of a stopped search is discarded.
 */
export async function runLatest<Result>(
  scope: Scope,
  gone: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { result, isStopped } = await inTurn(scope, gone, search);
  if (isStopped) throw new AppError('proposal_outdated', 'A newer plan is being computed.');
  return result;
}

/**
 * Like `runLatest`, but for a search whose caller proceeds in any case: when it is stopped, its result so far
 * is used.
 */
export async function runLatestOrPartial<Result>(
  scope: Scope,
  gone: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return (await inTurn(scope, gone, search)).result;
}

/** Whether a search for the user runs in this process. */
export function isSearching(scope: Scope): boolean {
  return running.has(scope.userId);
}

async function inTurn<Result>(
  scope: Scope,
  gone: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<{ result: Result; isStopped: boolean }> {
  running.get(scope.userId)?.abort();
  const own = new AbortController();
  running.set(scope.userId, own);
  const signal = gone ? AbortSignal.any([own.signal, gone]) : own.signal;
  try {
    const result = await search(signal);
    return { result, isStopped: signal.aborted };
  } finally {
    if (running.get(scope.userId) === own) running.delete(scope.userId);
  }
}
