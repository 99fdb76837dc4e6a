import { SECOND_MS } from '@dayloom/time';
import {
  type ExternalCalendar,
  findExternalCalendar,
  listExternalCalendars,
} from '#features/calendar/operations/external-calendars.ts';
import { getEventContext } from '#features/calendar/operations/remote-events.ts';
import type { DbContext, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import type { Scope } from '#platform/scope.ts';
import { describeSlowRead, failureWords } from '../model/failure-words.ts';
import { zeroCounts } from '../model/history.ts';
import type { SyncedAccount } from '../ports.ts';
import { getNextRun, nextTry } from '../rules/retry.ts';
import { addFailureToHistory, addToHistory } from '../store/history.ts';
import { countOutbox, retryNow } from '../store/outbox.ts';
import { findSync, listDue, recordSyncFailure, type SyncRow, updateSync } from '../store/syncs.ts';
import { type Lease, LeaseLost, withLease, writeWithLease } from './lease.ts';
import { jobNames, type SyncPlatform } from './platform.ts';
import { pullAll, pullChanges } from './pull.ts';
import { pullFeed } from './pull-feed.ts';
import { sendChanges } from './send.ts';
import type { SyncContext } from './sync-context.ts';
import { watchCalendar } from './watch.ts';

const WAIT_FOR_LEASE_MS = 3 * SECOND_MS;
const DUE_BATCH = 5_000;

interface SyncRun {
  readonly calendar: ExternalCalendar;
  /** Null for a subscribed calendar. */
  readonly account: SyncedAccount | null;
  readonly sync: SyncRow;
  readonly lease: Lease;
}

/**
 * One sync run of one calendar: local changes are sent, then remote changes are read. A `short` run hands
 * long work to another job: listing a whole calendar, or reading a subscribed file.
 */
export async function syncCalendar(
  platform: SyncPlatform,
  scope: Scope,
  calendarId: string,
  length: 'short' | 'long',
): Promise<void> {
  const { db, jobs, syncedAccounts } = platform;
  const calendar = await findExternalCalendar(db, scope, calendarId);
  const account = calendar?.accountId ? await syncedAccounts.find(db, scope, calendar.accountId) : null;
  if (!calendar?.isSynced || account?.needsReconnect) return;
  const data = { userId: scope.userId, calendarId };
  if (!account && length === 'short') {
    await jobs.enqueue(jobNames.syncFeed, data, { key: calendarId });
    return;
  }
  const isDone = await withLease(platform, scope, calendarId, (lease, sync) =>
    runSync(platform, scope, { calendar, account, sync, lease }, length),
  );
  if (isDone || !(await findSync(db, scope, calendarId))) return;
  const startAfter = new Date(Date.now() + WAIT_FOR_LEASE_MS);
  await jobs.enqueue(jobNames.sync, data, { key: `${calendarId} later`, startAfter });
}

async function runSync(
  platform: Omit<SyncPlatform, 'syncedAccounts'>,
  scope: Scope,
  run: SyncRun,
  length: 'short' | 'long',
): Promise<void> {
  const { calendar, account, sync, lease } = run;
  try {
    if (!account) await pullFeed(platform, scope, calendar, sync, lease);
    else if (!(await syncConnected(platform, scope, { ...run, account }, length))) {
      await queueFullListing(platform, scope, run);
      return;
    }
    await recordSuccess(platform, scope, run);
  } catch (error) {
    // The calendar was removed during the run, possibly as the cause of the error: no failure is recorded.
    if (error instanceof LeaseLost || !(await findSync(platform.db, scope, calendar.id))) return;
    if (!(error instanceof ProviderFailure)) {
      // A bug of ours must not restart the calendar's sync immediately, and has to be logged.
      platform.log.error({ err: error, calendarId: calendar.id }, 'A calendar could not be synced');
    }
    try {
      await recordFailure(platform, scope, run, error instanceof ProviderFailure ? error : null);
    } catch (lost) {
      if (!(lost instanceof LeaseLost)) throw lost;
    }
  }
}

/** Returns false when everything has to be listed and this run is a short one. */
async function syncConnected(
  platform: SyncContext['platform'],
  scope: Scope,
  { calendar, account, sync, lease }: SyncRun & { readonly account: SyncedAccount },
  length: 'short' | 'long',
): Promise<boolean> {
  const { provider, session } = account.open();
  const context = {
    platform,
    scope,
    calendar: { id: calendar.id, remoteId: calendar.remoteId ?? '' },
    provider,
    session,
    eventContext: await getEventContext(platform, scope),
    lease,
  };
  const name = account.providerName;
  const startedAt = platform.clock();
  await sendChanges(context, name);
  const changed = await pullChanges(context, sync);
  if (changed === null && length === 'short') return false;
  if (changed === null) await pullAll(context, sync);
  // Merges may have produced new changes to send.
  await sendChanges(context, name);
  // A regular poll found changes that no notification had announced, so the watch no longer works.
  const isDeaf = changed !== null && changed > 0 && sync.failures === 0 && sync.next_at <= startedAt;
  await watchCalendar(context, { isDeaf });
  await account.recordSuccess();
  return true;
}

/** Queues a complete listing in a separate queue, so that short runs do not wait for it. */
async function queueFullListing(
  platform: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  { calendar, lease }: SyncRun,
): Promise<void> {
  const { clock, jobs } = platform;
  await writeWithLease({ platform, lease }, async (tx) => {
    await updateSync(tx, scope, calendar.id, {
      leased_until: null,
      lease_holder: null,
      // Already queued, so the scheduler can leave it alone until then.
      next_at: getNextRun(clock(), 'asked', calendar.id),
    });
    const data = { userId: scope.userId, calendarId: calendar.id };
    await jobs.enqueue(jobNames.syncWhole, data, { key: calendar.id, tx });
  });
}

async function recordSuccess(
  platform: DbContext & Pick<SyncPlatform, 'afterSync'>,
  scope: Scope,
  { calendar, account, sync: before, lease }: SyncRun,
): Promise<void> {
  const now = platform.clock();
  await writeWithLease({ platform, lease }, async (tx) => {
    const sync = await findSync(tx, scope, calendar.id);
    const expiresAt = sync?.channel_expires_at ?? null;
    const rhythm = account ? (expiresAt !== null && expiresAt > now ? 'pushed' : 'asked') : 'feed';
    await updateSync(tx, scope, calendar.id, {
      last_success_at: now,
      is_complete: true,
      failures: 0,
      failure_kind: null,
      failure_message: null,
      leased_until: null,
      lease_holder: null,
      next_at: getNextRun(now, rhythm, calendar.id),
    });
    if (before.failures > 0)
      await addToHistory(tx, scope, calendar.id, zeroCounts, { now, isRecovery: true });
    await platform.afterSync(tx, scope);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

async function recordFailure(
  platform: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  { calendar, account, sync, lease }: SyncRun,
  /** Null: the provider did not cause it. */
  failure: ProviderFailure | null,
): Promise<void> {
  const { clock, jobs } = platform;
  const now = clock();
  const name = account?.providerName ?? getHost(calendar.url);
  const kind = failure?.kind ?? 'unavailable';
  const retryAfterSeconds = failure?.retryAfterSeconds ?? null;
  const nextAt = nextTry({ kind, retryAfterSeconds }, sync.failures + 1, now, calendar.id);
  const message = failure
    ? describeFailure(failure, name)
    : `Something went wrong on our side while '${calendar.name}' was read. We will try again automatically.`;
  await writeWithLease({ platform, lease }, async (tx) => {
    await recordSyncFailure(tx, scope, calendar.id, { kind, message }, nextAt ?? now);
    // A repeated failure of the same kind is not recorded again.
    if (sync.failures === 0 || sync.failure_kind !== kind) {
      const waiting = await countWaiting(
        tx,
        scope,
        kind === 'reconnect_needed' ? account : null,
        calendar.id,
      );
      await addFailureToHistory(tx, scope, calendar.id, { kind, message, waiting }, now);
    }
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
  if (account && failure) await account.recordFailure(failure, { isFirst: sync.failures === 0 });
  if (nextAt) {
    // Jobs run by the system clock, not by `clock`.
    const startAfter = new Date(Date.now() + (nextAt.getTime() - now.getTime()));
    const data = { userId: scope.userId, calendarId: calendar.id };
    await jobs.enqueue(jobNames.sync, data, { key: `${calendar.id} later`, startAfter });
  }
}

/** Number of unsent changes of the calendar, or of all calendars of an account. */
async function countWaiting(
  tx: Tx,
  scope: Scope,
  account: SyncedAccount | null,
  calendarId: string,
): Promise<number> {
  const waiting = await countOutbox(tx, scope);
  if (!account) return waiting.get(calendarId)?.waiting ?? 0;
  const own = (await listExternalCalendars(tx, scope)).filter(({ accountId }) => accountId === account.id);
  return own.reduce((sum, { id }) => sum + (waiting.get(id)?.waiting ?? 0), 0);
}

function describeFailure({ kind, message, providerCode }: ProviderFailure, name: string): string {
  return providerCode === 'too_slow' ? describeSlowRead(name) : failureWords(kind, name, message);
}

function getHost(url: string | null): string {
  return url && URL.canParse(url) ? new URL(url).host : 'The calendar';
}

/** Queues sync runs for calendars now, including those that wait after a failure. */
async function requestSync(
  { db, clock, jobs }: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  calendarIds: readonly string[],
): Promise<void> {
  for (const calendarId of calendarIds) {
    await retryNow(db, scope, calendarId, clock());
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId });
  }
}

/** Queues a sync run for one calendar that the user names. */
export async function enqueueSync(
  platform: DbContext & Pick<Platform, 'jobs'>,
  scope: Scope,
  calendarId: string,
): Promise<void> {
  const calendar = await findExternalCalendar(platform.db, scope, calendarId);
  if (!calendar) throw notFound('The calendar');
  if (!calendar.isSynced) {
    throw new AppError('invalid_request', `'${calendar.name}' is not synced. Turn 'Synced' on to fetch it.`);
  }
  await requestSync(platform, scope, [calendarId]);
}

export async function syncAll(platform: DbContext & Pick<Platform, 'jobs'>, scope: Scope): Promise<number> {
  const calendars = (await listExternalCalendars(platform.db, scope)).filter(({ isSynced }) => isSynced);
  await requestSync(
    platform,
    scope,
    calendars.map(({ id }) => id),
  );
  return calendars.length;
}

/** Queues the calendars whose next run is due. */
export async function queueDueSyncs({ db, clock, jobs }: DbContext & Pick<Platform, 'jobs'>): Promise<void> {
  const due = await listDue(db, clock(), DUE_BATCH);
  await jobs.enqueueMany(
    jobNames.sync,
    due.map((data) => ({ data, key: data.calendarId })),
  );
}
