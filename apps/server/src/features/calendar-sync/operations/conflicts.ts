import type { SyncConflict } from '@dayloom/contracts';
import { findAnyCalendar, lockExternalCalendars } from '#features/calendar/operations/external-calendars.ts';
import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import { replaceObjectByCommand } from '#features/calendar/operations/remote-events.ts';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { deleteConflict, findConflict } from '../store/conflicts.ts';

/** Replaces the remote side of a conflict with ours. The change is sent like any other, and can be undone. */
export async function keepMine(
  platform: Pick<CalendarPlatform, 'db' | 'journal' | 'outboundQueue'>,
  scope: Scope,
  id: string,
  input: { calendarId?: string | undefined } = {},
): Promise<void> {
  const { db } = platform;
  const known = await findConflict(db, scope, id);
  if (!known) throw notFound('The conflict');
  await db.transaction().execute(async (tx) => {
    const places = [known.calendar_id, ...(input.calendarId ? [input.calendarId] : [])];
    // The second of two simultaneous requests finds the conflict gone.
    await lockExternalCalendars(tx, scope, places);
    const conflict = await deleteConflict(tx, scope, id);
    if (!conflict) throw notFound('The conflict');
    const isUnsent = conflict.kind !== 'both_changed';
    // A conflict that both sides changed stays in its calendar; an unsent change may go into any calendar.
    const calendarId = (isUnsent && input.calendarId) || conflict.calendar_id;
    const target = await findAnyCalendar(tx, scope, calendarId);
    if (!target) throw notFound('The calendar');
    if (isUnsent && !target.isWritable) {
      throw new AppError('forbidden', `'${target.name}' is read-only here. Choose another calendar.`);
    }
    await replaceObjectByCommand(
      platform,
      tx,
      scope,
      calendarId,
      { uid: conflict.uid, events: conflict.mine },
      isUnsent ? `Put '${conflict.title}' into ${target.name}` : `Kept my version of '${conflict.title}'`,
    );
    await notifyChanged(tx, scope, 'calendar-accounts');
  });
}

/** Returns the kind of the dismissed entry. */
export async function dismissConflict(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: string,
): Promise<SyncConflict['kind']> {
  const gone = await deleteConflict(db, scope, id);
  if (!gone) throw notFound('The conflict');
  await notifyChanged(db, scope, 'calendar-accounts');
  return gone.kind;
}
