import { canAccountBlockTime } from '#features/calendar/operations/calendars.ts';
import {
  listAccountsToRediscover,
  listExternalCalendars,
  saveAccountCalendars,
  setDefaultCalendar,
} from '#features/calendar/operations/external-calendars.ts';
import { failureWords } from '#features/calendar-sync/model/failure-words.ts';
import { startSync } from '#features/calendar-sync/operations/synced-calendars.ts';
import type { Platform } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { getProviderName } from '../rules/provider-names.ts';
import { findAccount, listConnectedAccounts, markConnected, updateAccount } from '../store/accounts.ts';
import { endCalendars } from './end-calendars.ts';
import { openSession } from './grants.ts';
import { type AccountsPlatform, DISCOVER_JOB } from './platform.ts';

const ASK_AGAIN_SECONDS = 30;

/**
 * Lists an account's calendars at the provider and starts syncing new ones. A failure is recorded on the
 * account.
 */
export async function discoverCalendars(
  platform: AccountsPlatform,
  scope: Scope,
  accountId: string,
): Promise<void> {
  const { db, clock, jobs } = platform;
  const account = await findAccount(db, scope, accountId);
  if (!account) return;
  try {
    const received = await openSession(platform, scope, account).listCalendars();
    const mayBlock = await canAccountBlockTime(platform, scope, accountId);
    // The primary calendar first: later lists keep this order.
    const ordered = received.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
    await db.transaction().execute(async (tx) => {
      const now = clock();
      const before = await listExternalCalendars(tx, scope);
      const hadDefault = before.some(({ isDefault }) => isDefault);
      const still = new Set(ordered.map(({ id }) => id));
      const lost = before.filter((it) => it.accountId === accountId && !still.has(it.remoteId ?? ''));
      await endCalendars(platform, tx, scope, new Set(lost.map(({ id }) => id)));
      const calendars = await saveAccountCalendars(tx, scope, { id: accountId, mayBlock }, ordered, now);
      const first = calendars.find(({ remoteId, isWritable }) => isWritable && remoteId === ordered[0]?.id);
      // New events should go where the user's other events are: the first connected calendar becomes the
      // default.
      if (first && !hadDefault) await setDefaultCalendar(tx, scope, first.id);
      const synced = calendars.filter(({ isSynced }) => isSynced).map(({ id }) => id);
      await startSync(platform, tx, scope, synced);
      await markConnected(tx, scope, account);
      await notifyChanged(tx, scope, 'calendar-accounts', 'profile');
    });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await recordAccountFailure(platform, scope, accountId, error);
    if (error.kind !== 'rate_limited' && error.kind !== 'unavailable') return;
    // An account without calendars has no sync runs that would repeat the request.
    const seconds = Math.max(error.retryAfterSeconds ?? 0, ASK_AGAIN_SECONDS);
    await jobs.enqueue(
      DISCOVER_JOB,
      { userId: scope.userId, accountId },
      { key: `${accountId} later`, startAfter: new Date(Date.now() + seconds * 1_000) },
    );
  }
}

/** Records that an account as a whole does not work. It is not used again until the user reconnects it. */
export async function recordAccountFailure(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  accountId: string,
  failure: ProviderFailure,
): Promise<void> {
  const account = await findAccount(db, scope, accountId);
  if (!account) return;
  await updateAccount(db, scope, accountId, {
    ...(failure.kind === 'reconnect_needed' && { state: 'reconnect_needed' }),
    failure_kind: failure.kind,
    failure_message: failureWords(failure.kind, getProviderName(account), failure.message),
  });
  await notifyChanged(db, scope, 'calendar-accounts');
}

/** Calendars that were connected before guests could be invited have to be listed once more. */
export async function queueUnfinishedDiscovery({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  for (const { userId, accountId } of await listAccountsToRediscover(db))
    await jobs.enqueue(DISCOVER_JOB, { userId, accountId }, { key: accountId });
}

/** Calendars are also created and deleted at the provider, so every account is listed once a day. */
export async function queueDiscovery({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  for (const { userId, accountId } of await listConnectedAccounts(db))
    await jobs.enqueue(DISCOVER_JOB, { userId, accountId }, { key: accountId });
}
