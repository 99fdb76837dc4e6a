import { AppError } from '#platform/errors.ts';
import type { Scope } from '#platform/scope.ts';

/** The search that runs for each user, in this process. */
const running = new Map<string, AbortController>();

/**
 * Works on one question of a user at a time: a new one ends the search for the last one, which is refused then. So
 * is one whose asker has gone; nothing is kept of either.
 */
export async function runLatest<Result>(
  scope: Scope,
  gone: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { result, isStopped } = await inTurn(scope, gone, search);
  if (isStopped) throw new AppError('proposal_outdated', 'A newer plan is being worked out.');
  return result;
}

/**
 * The same for a search that is part of something which happens in any case: what it has found when it is ended has
 * to do.
 */
export async function runLatestOrPartial<Result>(
  scope: Scope,
  gone: AbortSignal | undefined,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return (await inTurn(scope, gone, search)).result;
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
