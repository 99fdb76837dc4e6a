import type { ObjectName } from '#features/calendar/model/event.ts';
import type { LocalChange, PendingNotice } from '#features/calendar/model/local-change.ts';
import type { UndoConflict } from '#features/calendar/model/undo-merge.ts';
import { findExternalCalendar } from '#features/calendar/operations/external-calendars.ts';
import { getEventContext } from '#features/calendar/operations/remote-events.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { insertConflicts } from '../store/conflicts.ts';
import { listLinksByUid } from '../store/links.ts';
import { insertChanges, withholdNotices } from '../store/outbox.ts';
import { copyEarlierStates, keepEarlierState } from '../store/replaced-objects.ts';
import { jobNames, type SyncPlatform } from './platform.ts';
import { toConflict } from './reconcile.ts';

/** How long a change of an event with guests can be undone before it is sent. */
const UNDO_WAIT_MS = 30_000;

/** Queues a local change for the provider, in the transaction of the change. */
export async function enqueueOutbound(
  { clock, jobs, syncedAccounts }: Pick<SyncPlatform, 'clock' | 'jobs' | 'syncedAccounts'>,
  tx: Tx,
  scope: Scope,
  { calendarId, accountId, uids, guests, splitFrom }: LocalChange,
): Promise<PendingNotice | null> {
  if (accountId === null) return null;
  const calendar = await findExternalCalendar(tx, scope, calendarId);
  if (!calendar?.accountId || !calendar.isSynced) return null;
  const now = clock();
  const heldUntil = guests === 0 ? null : new Date(now.getTime() + UNDO_WAIT_MS);
  await insertChanges(tx, scope, calendarId, uids, { now, heldUntil });
  for (const [to, from] of splitFrom) {
    const links = await listLinksByUid(tx, scope, calendarId, [from]);
    await keepEarlierState(tx, scope, { calendarId, uid: from }, links, now);
    await copyEarlierStates(tx, scope, calendarId, { from, to });
  }
  const data = { userId: scope.userId, calendarId };
  if (heldUntil) {
    // Jobs run by the system clock, not by `clock`.
    const startAfter = new Date(Date.now() + UNDO_WAIT_MS);
    await jobs.enqueue(jobNames.sync, data, { key: `${calendarId} ${now.getTime()}`, startAfter, tx });
  } else await jobs.enqueue(jobNames.sync, data, { key: calendarId, tx });
  // The number of waiting changes is shown with the accounts.
  await notifyChanged(tx, scope, 'calendar-accounts');
  if (!heldUntil) return null;
  const account = await syncedAccounts.find(tx, scope, calendar.accountId);
  const canWithhold = account?.canWithholdNotices ?? false;
  return { calendarId, uids: [...uids], guests, notifiedAt: heldUntil, canWithhold };
}

/** Queues our own changes, such as mirror events. They are sent without delay. */
export async function enqueueMirrorEvents(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Tx,
  scope: Scope,
  { calendarId, uids }: { readonly calendarId: string; readonly uids: readonly string[] },
  now: Date,
): Promise<void> {
  await insertChanges(tx, scope, calendarId, uids, { now, heldUntil: null });
  await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/** Queues the answers of guests whom we invite, in the transaction that records them. */
export async function enqueueAnswers(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  { calendarId, uid }: ObjectName,
): Promise<void> {
  const calendar = await findExternalCalendar(tx, scope, calendarId);
  if (!calendar?.accountId || !calendar.isSynced) return;
  await insertChanges(tx, scope, calendarId, [uid], { now: clock() });
  await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
}

/** Sends waiting changes without notifying guests. Throws when they have already been sent. */
export async function withholdGuestNotices(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  { calendarId, uids }: { calendarId: string; uids: readonly string[] },
): Promise<void> {
  if (await withholdNotices(db, scope, calendarId, uids)) return;
  throw new AppError('version_conflict', 'The change was sent already, and the guests were notified.');
}

/** Stores what an undo could not revert, so that it is shown and the user can apply it. */
export async function recordUndoConflicts(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  undoConflicts: readonly UndoConflict[],
): Promise<void> {
  const { homeTimeZone } = await getEventContext({ clock, db: tx }, scope);
  const conflicts = undoConflicts.flatMap(({ uid, mine, mergeConflicts }) =>
    mergeConflicts.map((mergeConflict) => toConflict({ calendarId, uid, mine, homeTimeZone }, mergeConflict)),
  );
  await insertConflicts(tx, scope, conflicts, clock());
  await notifyChanged(tx, scope, 'calendar-accounts');
}
