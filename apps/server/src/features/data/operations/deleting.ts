import { eraseUser, isToBeDeleted, listAccountsToDelete } from '#features/account/operations/closing.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope } from '#platform/scope.ts';
import type { AccountEnding } from '../ports.ts';

export interface DataPlatform extends Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> {
  readonly endings: readonly AccountEnding[];
}

export const DELETE_JOB = 'data.delete-account';
const DEFAULT_RETRY_SECONDS = 300;

/** Starts the deletion of every due account. A failed deletion is started again by the next hourly run. */
export async function deleteDueAccounts(platform: DbContext & Pick<Platform, 'jobs'>): Promise<void> {
  for (const userId of await listAccountsToDelete(platform))
    await platform.jobs.enqueue(DELETE_JOB, { userId });
}

/**
 * Deletes an account everywhere: first at other services, then its rows, so that nothing is left elsewhere
 * without a record here. It can be interrupted anywhere and run again.
 */
export async function deleteAccountNow(
  platform: DataPlatform,
  { userId, isRetry }: { userId: string; isRetry: boolean },
): Promise<void> {
  const scope = mintScope(userId, 'system');
  if (!(await isToBeDeleted(platform, scope))) return;
  for (const ending of platform.endings) {
    try {
      await ending.end(scope);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return postpone(platform, { userId, isRetry, ending: ending.name }, error);
    }
  }
  await eraseUser(platform, scope);
}

/**
 * A temporary failure is retried soon, but only once; a permanent one is logged. The hourly run starts the
 * deletion again in any case, so retries do not pile up during a long outage.
 */
async function postpone(
  { jobs, clock, log }: Pick<Platform, 'clock' | 'jobs' | 'log'>,
  { userId, isRetry, ending }: { userId: string; isRetry: boolean; ending: string },
  failure: ProviderFailure,
): Promise<void> {
  if (failure.kind === 'rejected' || failure.kind === 'reconnect_needed') {
    log.error({ err: failure, ending }, 'An account could not be deleted; trying again every hour');
    return;
  }
  if (isRetry) return;
  const seconds = failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS;
  const startAfter = new Date(clock().getTime() + seconds * 1000);
  await jobs.enqueue(DELETE_JOB, { userId, isRetry: true }, { startAfter });
}
