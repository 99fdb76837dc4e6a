import type { Platform } from '#platform/context.ts';
import type { Db } from '#platform/db.ts';
import type { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { getProviderName } from '../rules/provider-names.ts';
import { findAccount, updateAccount } from '../store/accounts.ts';
import { recordAccountFailure } from './discover.ts';
import { getProvider, openSession } from './grants.ts';
import { type AccountReader, DISCOVER_JOB } from './platform.ts';

/** The account that the sync runs of its calendars use; `db` may be the caller's transaction. */
export async function findSyncedAccount(
  platform: AccountReader & Pick<Platform, 'jobs'>,
  db: Db,
  scope: Scope,
  accountId: string,
) {
  const account = await findAccount(db, scope, accountId);
  if (!account) return null;
  return {
    id: accountId,
    providerName: getProviderName(account),
    needsReconnect: account.state === 'reconnect_needed',
    canWithholdNotices: platform.providers[account.domain]?.calendars.canWithholdNotices ?? false,
    open: () => ({
      session: openSession(platform, scope, account),
      provider: getProvider(platform, account.domain),
    }),
    async recordSuccess(): Promise<void> {
      if (account.failure_kind)
        await updateAccount(platform.db, scope, accountId, { failure_kind: null, failure_message: null });
    },
    async recordFailure(failure: ProviderFailure, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
      // The calendar may have been deleted at the provider. It is then deleted here and no longer blocks
      // time.
      if (failure.kind === 'rejected' && isFirst)
        await platform.jobs.enqueue(DISCOVER_JOB, { userId: scope.userId, accountId }, { key: accountId });
      if (failure.kind === 'reconnect_needed')
        await recordAccountFailure(platform, scope, accountId, failure);
    },
  };
}
