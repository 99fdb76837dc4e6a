import { AppError, notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import { ProviderFailure } from '../../../platform/provider-failure.ts';
import type { Scope } from '../../../platform/scope.ts';
import {
  findOutsideCalendar,
  listOutsideCalendars,
  type OutsideCalendar,
} from '../../calendar/operations/outside-calendars.ts';
import { tellingTimeOf } from '../../calendar/operations/remote-events.ts';
import { domainNames, failureWords, nextRound, nextTry } from '../rules/retry.ts';
import { type AccountRow, findAccount, updateAccount } from '../store/accounts.ts';
import { hurryChanges } from '../store/outbox.ts';
import { findSync, listDue, recordSyncFailure, type SyncRow, takeLease, updateSync } from '../store/syncs.ts';
import { recordAccountFailure } from './discover.ts';
import { openSession, providerOf } from './grants.ts';
import { refreshMirrors } from './outlet.ts';
import { type AccountsPlatform, jobNames } from './platform.ts';
import { pullChanges } from './pull.ts';
import { sendChanges } from './send.ts';
import { pullFeed } from './subscriptions.ts';
import { CalendarLeft } from './sync-context.ts';
import { watchCalendar } from './watch.ts';

const SECOND_MS = 1_000;
/** A worker that says nothing for so long is taken for dead. */
const LEASE_MS = 120 * SECOND_MS;
const WAIT_FOR_LEASE_MS = 3 * SECOND_MS;
const DUE_BATCH = 5_000;

/** One round of one calendar: what changed here goes out, then what changed there comes in. */
export async function syncCalendar(
  platform: AccountsPlatform,
  scope: Scope,
  calendarId: string,
): Promise<void> {
  const { db, clock, jobs } = platform;
  const calendar = await findOutsideCalendar(db, scope, calendarId);
  const account = calendar?.accountId ? await findAccount(db, scope, calendar.accountId) : undefined;
  if (!calendar?.isSynced || account?.state === 'reconnect_needed') return;
  const lease = () => new Date(clock().getTime() + LEASE_MS);
  if (!(await takeLease(db, scope, calendarId, clock(), lease()))) {
    const startAfter = new Date(Date.now() + WAIT_FOR_LEASE_MS);
    await jobs.enqueue(
      jobNames.sync,
      { userId: scope.userId, calendarId },
      {
        key: `${calendarId} later`,
        startAfter,
      },
    );
    return;
  }
  const sync = await findSync(db, scope, calendarId);
  if (!sync) return;
  const keepLease = () => updateSync(db, scope, calendarId, { leased_until: lease() });
  try {
    if (account) await syncConnected(platform, scope, { calendar, account, sync, keepLease });
    else await pullFeed(platform, scope, calendar, sync);
    await recordSuccess(platform, scope, calendar, account);
  } catch (error) {
    // Also what failed because it is gone: there is nobody to tell.
    if (error instanceof CalendarLeft || !(await findSync(db, scope, calendarId))) return;
    if (!(error instanceof ProviderFailure)) {
      // A defect of ours must not make every round of the calendar begin anew at once, and is not kept quiet.
      platform.log.error({ err: error, calendarId }, 'A calendar could not be synced');
    }
    const failure = error instanceof ProviderFailure ? error : null;
    await recordFailure(platform, scope, { calendar, account, sync, failure });
  }
}

async function syncConnected(
  platform: AccountsPlatform,
  scope: Scope,
  {
    calendar,
    account,
    sync,
    keepLease,
  }: { calendar: OutsideCalendar; account: AccountRow; sync: SyncRow; keepLease: () => Promise<void> },
): Promise<void> {
  const session = openSession(platform, scope, account);
  const context = {
    platform,
    scope,
    calendar: { id: calendar.id, remoteId: calendar.remoteId ?? '' },
    provider: providerOf(platform, account.domain),
    session,
    telling: await tellingTimeOf(platform, scope),
    keepLease,
  };
  const name = domainNames[account.domain];
  await sendChanges(context, name);
  await pullChanges(context, sync);
  // What was merged on the way has to go out as well.
  await sendChanges(context, name);
  await watchCalendar(context);
  if (account.failure_kind)
    await updateAccount(platform.db, scope, account.id, { failure_kind: null, failure_message: null });
}

async function recordSuccess(
  { db, clock, jobs }: AccountsPlatform,
  scope: Scope,
  calendar: OutsideCalendar,
  account: AccountRow | undefined,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const sync = await findSync(tx, scope, calendar.id);
    if (!sync) return;
    const isPushed = sync.channel_expires_at !== null && sync.channel_expires_at > now;
    const rhythm = account ? (isPushed ? 'pushed' : 'asked') : 'feed';
    await updateSync(tx, scope, calendar.id, {
      last_success_at: now,
      is_complete: true,
      failures: 0,
      failure_kind: null,
      failure_message: null,
      leased_until: null,
      next_at: nextRound(now, rhythm, calendar.id),
    });
    await refreshMirrors({ jobs }, tx, scope);
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

async function recordFailure(
  platform: AccountsPlatform,
  scope: Scope,
  {
    calendar,
    account,
    sync,
    failure,
  }: {
    calendar: OutsideCalendar;
    account: AccountRow | undefined;
    sync: SyncRow;
    /** Null: it was not the provider's doing. */
    failure: ProviderFailure | null;
  },
): Promise<void> {
  const { db, clock, jobs } = platform;
  const now = clock();
  const name = account ? domainNames[account.domain] : hostOf(calendar.url);
  const kind = failure?.kind ?? 'unavailable';
  const retryAfterSeconds = failure?.retryAfterSeconds ?? null;
  const nextAt = nextTry({ kind, retryAfterSeconds }, sync.failures + 1, now, calendar.id);
  const message = failure
    ? failureWords(kind, name, failure.message)
    : `Something went wrong here while '${calendar.name}' was read. It is tried again by itself.`;
  await recordSyncFailure(db, scope, calendar.id, { kind, message }, nextAt ?? now);
  if (account && failure?.kind === 'reconnect_needed')
    await recordAccountFailure(platform, scope, account.id, failure);
  if (nextAt) {
    // The clock of jobs is the machine's.
    const startAfter = new Date(Date.now() + (nextAt.getTime() - now.getTime()));
    await jobs.enqueue(
      jobNames.sync,
      { userId: scope.userId, calendarId: calendar.id },
      {
        key: `${calendar.id} later`,
        startAfter,
      },
    );
  }
  await notifyChanged(db, scope, 'calendar-accounts');
}

function hostOf(url: string | null): string {
  return url && URL.canParse(url) ? new URL(url).host : 'The calendar';
}

/** Puts calendars in line for a round now, also those that wait out a failure. */
export async function requestSync(
  { db, clock, jobs }: AccountsPlatform,
  scope: Scope,
  calendarIds: readonly string[],
): Promise<void> {
  for (const calendarId of calendarIds) {
    await hurryChanges(db, scope, calendarId, clock());
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId });
  }
}

/** The same for one that somebody names. */
export async function requestSyncOf(
  platform: AccountsPlatform,
  scope: Scope,
  calendarId: string,
): Promise<void> {
  const calendar = await findOutsideCalendar(platform.db, scope, calendarId);
  if (!calendar) throw notFound('The calendar');
  if (!calendar.isSynced) {
    throw new AppError('invalid_request', `'${calendar.name}' is left out. Switch 'Synced' on to fetch it.`);
  }
  await requestSync(platform, scope, [calendarId]);
}

export async function syncAll(platform: AccountsPlatform, scope: Scope): Promise<number> {
  const calendars = (await listOutsideCalendars(platform.db, scope)).filter(({ isSynced }) => isSynced);
  await requestSync(
    platform,
    scope,
    calendars.map(({ id }) => id),
  );
  return calendars.length;
}

/** The backstop: whose turn it is by the clock. */
export async function queueDue({ db, clock, jobs }: AccountsPlatform): Promise<void> {
  for (const { userId, calendarId } of await listDue(db, clock(), DUE_BATCH)) {
    await jobs.enqueue(jobNames.sync, { userId, calendarId }, { key: calendarId });
  }
}
