import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteAllLinks } from '../store/links.ts';
import { dropAllChanges } from '../store/outbox.ts';
import { deleteEarlierStates } from '../store/replaced-objects.ts';
import { deleteSync, insertSyncs } from '../store/syncs.ts';
import { jobNames } from './platform.ts';

/** Starts syncing calendars. Those that are already synced keep their state. */
export async function startSync(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarIds: readonly string[],
): Promise<void> {
  await insertSyncs(tx, scope, calendarIds, clock());
  for (const calendarId of calendarIds)
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/** Stops syncing calendars: a running sync run can no longer write. */
export async function stopSync(tx: Tx, scope: Scope, calendarIds: Iterable<string>): Promise<void> {
  for (const id of [...calendarIds].toSorted()) await deleteSync(tx, scope, id);
}

/**
 * Deletes the agreed state and the outbox of a calendar that keeps no events. If the calendar were synced
 * again later, its missing events would otherwise look like local deletions.
 */
export async function forgetSyncedObjects(tx: Tx, scope: Scope, calendarId: string): Promise<void> {
  await deleteAllLinks(tx, scope, calendarId);
  await deleteEarlierStates(tx, scope, calendarId);
  await dropAllChanges(tx, scope, calendarId);
}
