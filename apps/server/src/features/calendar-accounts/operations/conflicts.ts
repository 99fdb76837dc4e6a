import { notFound } from '../../../platform/errors.ts';
import { notifyChanged } from '../../../platform/notify.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { CalendarPlatform } from '../../calendar/operations/platform.ts';
import { replaceFamilyByCommand } from '../../calendar/operations/remote-events.ts';
import { findConflict, takeConflict } from '../store/conflicts.ts';

/** Puts our side of a conflict in place of theirs; it goes out like any change, and can be undone. */
export async function keepMine(platform: CalendarPlatform, scope: Scope, id: string): Promise<void> {
  const conflict = await findConflict(platform.db, scope, id);
  if (!conflict) throw notFound('The conflict');
  await replaceFamilyByCommand(
    platform,
    scope,
    conflict.calendar_id,
    { uid: conflict.uid, events: conflict.mine },
    `Kept my side of '${conflict.title}'`,
  );
  await dismissConflict(platform, scope, id);
}

export async function dismissConflict(
  { db }: Pick<CalendarPlatform, 'db'>,
  scope: Scope,
  id: string,
): Promise<void> {
  if (!(await takeConflict(db, scope, id))) throw notFound('The conflict');
  await notifyChanged(db, scope, 'calendar-accounts');
}
