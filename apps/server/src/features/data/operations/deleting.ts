import { eraseUser, isToBeDeleted, listAccountsToDelete } from '#features/account/operations/closing.ts';
import type { Platform } from '#platform/context.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { mintScope } from '#platform/scope.ts';
import type { AccountEnding } from '../ports.ts';

export interface DataPlatform extends Platform {
  readonly endings: readonly AccountEnding[];
}

export const DELETE_JOB = 'data.delete-account';
const DEFAULT_RETRY_SECONDS = 300;

/** Starts the deletion of every account whose time has come; one that failed is started again the next hour. */
export async function deleteDueAccounts(platform: DataPlatform): Promise<void> {
  for (const userId of await listAccountsToDelete(platform))
    await platform.jobs.enqueue(DELETE_JOB, { userId });
}

/**
 * Deletes an account everywhere: first outside, then its rows, so that nothing is left that nobody knows of. It
 * may stop anywhere and run again.
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
 * By the kind of the failure: what may pass is tried again soon, and once; what was refused needs somebody to look.
 * The next hour starts it anyway, so that tries do not pile up while a provider is away for long.
 */
async function postpone(
  { jobs, clock, log }: DataPlatform,
  { userId, isRetry, ending }: { userId: string; isRetry: boolean; ending: string },
  failure: ProviderFailure,
): Promise<void> {
  if (failure.kind === 'rejected' || failure.kind === 'reconnect_needed') {
    log.error({ err: failure, ending }, 'An account could not be deleted; it is tried again every hour');
    return;
  }
  if (isRetry) return;
  const seconds = failure.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS;
  const startAfter = new Date(clock().getTime() + seconds * 1000);
  await jobs.enqueue(DELETE_JOB, { userId, isRetry: true }, { startAfter });
}
