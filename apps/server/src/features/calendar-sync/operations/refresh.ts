import { setTimeout as sleep } from 'node:timers/promises';
import { listExternalCalendars } from '#features/calendar/operations/external-calendars.ts';
import type { Scope } from '#platform/scope.ts';
import { findSync } from '../store/syncs.ts';
import type { SyncPlatform } from './platform.ts';
import { syncCalendar } from './sync.ts';

const POLL_MS = 50;

/**
 * Reads the user's connected calendars that block time again. False when one of them could not be read within
 * `timeoutMs`; its busy time is then not known. Subscribed calendars never block time.
 */
export async function refreshBlockingCalendars(
  platform: SyncPlatform,
  scope: Scope,
  timeoutMs: number,
): Promise<boolean> {
  const calendars = (await listExternalCalendars(platform.db, scope)).filter(
    ({ isSynced, accountId, blocksTime }) => isSynced && accountId !== null && blocksTime,
  );
  if (calendars.length === 0) return true;
  const since = platform.clock();
  const end = new AbortController();
  const timeout = sleep(timeoutMs, false, { signal: end.signal }).catch(() => false);
  const all = Promise.all(calendars.map(({ id }) => refresh(platform, scope, id, since, end.signal)));
  try {
    return await Promise.race([all.then((results) => results.every(Boolean)), timeout]);
  } finally {
    end.abort();
  }
}

/** True once a run that began after `since` has read the calendar. */
async function refresh(
  platform: SyncPlatform,
  scope: Scope,
  calendarId: string,
  since: Date,
  signal: AbortSignal,
): Promise<boolean> {
  await syncCalendar(platform, scope, calendarId, 'short');
  // Another worker may have had the calendar. Its run may have begun too early, so wait for the one after it.
  while (!signal.aborted) {
    const sync = await findSync(platform.db, scope, calendarId);
    if (!sync || sync.failures > 0) return false;
    if (sync.last_success_at && sync.last_success_at >= since) return true;
    if (sync.lease_holder === null) await syncCalendar(platform, scope, calendarId, 'short');
    await sleep(POLL_MS);
  }
  return false;
}
