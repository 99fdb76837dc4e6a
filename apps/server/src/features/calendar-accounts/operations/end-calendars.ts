import { listExternalCalendars } from '#features/calendar/operations/external-calendars.ts';
import { endMirrors } from '#features/calendar-mirrors/operations/mirrors.ts';
import { stopSync } from '#features/calendar-sync/operations/synced-calendars.ts';
import { keepUnsent } from '#features/calendar-sync/operations/unsent.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';

/**
 * Prepares calendars for deletion: ends their sync runs, removes their mirror events elsewhere, and keeps
 * unsent changes. The order matches the lock order: a sync run locks the calendar's sync and then events;
 * mirroring takes its own lock and then locks events.
 */
export async function endCalendars(
  platform: Pick<Platform, 'clock' | 'config' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarIds: ReadonlySet<string>,
): Promise<void> {
  await stopSync(tx, scope, calendarIds);
  await endMirrors(platform, tx, scope, calendarIds);
  const leaving = (await listExternalCalendars(tx, scope)).filter(({ id }) => calendarIds.has(id));
  await keepUnsent(platform, tx, scope, leaving);
}
