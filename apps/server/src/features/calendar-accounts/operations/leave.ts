import type { Tx } from '../../../platform/db.ts';
import type { Scope } from '../../../platform/scope.ts';
import { listExternalCalendars } from '../../calendar/operations/external-calendars.ts';
import { deleteSync } from '../store/syncs.ts';
import { endMirrors } from './mirrors.ts';
import type { AccountsPlatform } from './platform.ts';
import { keepUnsent } from './unsent.ts';

/**
 * Calendars are about to leave: sync runs of them end, what they showed elsewhere is taken out, and what had not gone out
 * is kept. In this order, which is that of the locks: a sync run has the calendar's sync and then its events, the copies
 * have theirs and then events.
 */
export async function endCalendars(
  platform: Pick<AccountsPlatform, 'db' | 'clock' | 'config' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarIds: ReadonlySet<string>,
): Promise<void> {
  for (const id of [...calendarIds].toSorted()) await deleteSync(tx, scope, id);
  await endMirrors(platform, tx, scope, calendarIds);
  const leaving = (await listExternalCalendars(tx, scope)).filter(({ id }) => calendarIds.has(id));
  await keepUnsent(platform, tx, scope, leaving);
}
