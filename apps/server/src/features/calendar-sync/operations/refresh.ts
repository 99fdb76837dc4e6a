import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '#platform/scope.ts';
import { findSync, type SyncRow } from '../store/syncs.ts';
import type { SyncPlatform } from './platform.ts';
import { syncCalendar } from './sync.ts';

const POLL_MS = 50;

/**
 * Reads connected calendars of the user again. False when one of them could not be read within `timeoutMs`; its busy
 * time is then not known.
 */
export async function refreshCalendars(
  platform: SyncPlatform,
  scope: Scope,
  calendarIds: readonly string[],
  timeoutMs: number,
): Promise<boolean> {
  if (calendarIds.length === 0) return true;
  const since = platform.clock();
  const end = new AbortController();
  const timeout = sleep(timeoutMs, false, { signal: end.signal }).catch(() => false);
  const all = Promise.all(calendarIds.map((id) => refresh(platform, scope, id, since, end.signal)));
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
    if (!isLeased(sync, platform.clock())) await syncCalendar(platform, scope, calendarId, 'short');
    await sleep(POLL_MS);
  }
  return false;
}

/** The lease of a worker that died ends by itself. */
function isLeased({ lease_holder, leased_until }: SyncRow, now: Date): boolean {
  return lease_holder !== null && leased_until !== null && leased_until >= now;
}
