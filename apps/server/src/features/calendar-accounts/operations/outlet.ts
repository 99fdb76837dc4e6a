import type { Platform } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Stayed } from '../../calendar/operations/merge-families.ts';
import { findOutsideCalendar } from '../../calendar/operations/outside-calendars.ts';
import { insertConflicts } from '../store/conflicts.ts';
import { listMirrorRows } from '../store/mirrors.ts';
import { noteChanges } from '../store/outbox.ts';
import { jobNames } from './platform.ts';
import { conflictOf } from './settle.ts';

/** Notes, in the transaction of a change made here, that it has to go out. */
export async function noteLocalChanges(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  uids: readonly string[],
): Promise<void> {
  const calendar = await findOutsideCalendar(tx, scope, calendarId);
  if (calendar?.accountId && calendar.isSynced) {
    await noteChanges(tx, scope, calendarId, uids, clock());
    await jobs.enqueue(jobNames.sync, { userId: scope.userId, calendarId }, { key: calendarId, tx });
    // What waits to go out is shown there.
    await notifyChanged(tx, scope, 'calendar-accounts');
  }
}

/** Keeps what an undo could not take back, to be shown and put in place if the user says so. */
export async function keepStayed(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  calendarId: string,
  stayed: readonly Stayed[],
): Promise<void> {
  const conflicts = stayed.flatMap(({ uid, mine, disagreements }) =>
    disagreements.map((disagreement) => conflictOf(calendarId, uid, mine, disagreement)),
  );
  await insertConflicts(tx, scope, conflicts, clock());
  await notifyChanged(tx, scope, 'calendar-accounts');
}

/** Asks for the copies to be made true, where there are any. */
export async function refreshMirrors({ jobs }: Pick<Platform, 'jobs'>, tx: Tx, scope: Scope): Promise<void> {
  if ((await listMirrorRows(tx, scope)).length === 0) return;
  await jobs.enqueue(jobNames.mirror, { userId: scope.userId }, { key: scope.userId, tx });
}
