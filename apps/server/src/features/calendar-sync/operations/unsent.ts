import { randomUUID } from 'node:crypto';
import { isSameObject } from '#features/calendar/model/merge.ts';
import { ensureBuiltIn } from '#features/calendar/operations/calendars.ts';
import {
  type ExternalCalendar,
  lockExternalCalendars,
} from '#features/calendar/operations/external-calendars.ts';
import { getEventContext, lockRemoteObjects } from '#features/calendar/operations/remote-events.ts';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { describeUnsent } from '../rules/conflict-words.ts';
import { insertConflicts, moveConflicts, type NewConflict } from '../store/conflicts.ts';
import { listLinksByUid } from '../store/links.ts';
import { listWaitingUids } from '../store/outbox.ts';
import { toRemoteEvents } from './reconcile.ts';

/**
 * Called before calendars are deleted with their events. Unsent changes would be lost, so they are kept as
 * conflicts of the built-in calendar, where the user can move them to another one. Open conflicts are kept in
 * the same way. Mirror events are not kept, because they are recreated where they are needed.
 */
export async function keepUnsent(
  platform: Pick<Platform, 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  calendars: readonly Pick<ExternalCalendar, 'id' | 'name'>[],
): Promise<void> {
  if (calendars.length === 0) return;
  // Waits for changes that are being saved; otherwise they would be recorded after the outbox was read.
  await lockExternalCalendars(
    tx,
    scope,
    calendars.map(({ id }) => id),
  );
  const { homeTimeZone, now } = await getEventContext({ ...platform, db: tx }, scope);
  const home = await ensureBuiltIn(tx, scope, platform.config.PRODUCT_NAME, now);
  for (const { id, name } of calendars) {
    const uids = await listWaitingUids(tx, scope, id);
    const local = await lockRemoteObjects(tx, scope, id, uids, homeTimeZone);
    const links = Map.groupBy(await listLinksByUid(tx, scope, id, uids), ({ uid }) => uid);
    const conflicts = uids.flatMap((uid): NewConflict[] => {
      const [base, mine] = [toRemoteEvents(links.get(uid) ?? []), local.get(uid) ?? []];
      if (isSameObject(base, mine) || [...base, ...mine].some(({ madeBy }) => madeBy !== null)) return [];
      const { title, shown } = describeUnsent(base, mine, homeTimeZone);
      return [
        {
          id: randomUUID(),
          calendarId: home.id,
          uid,
          title,
          mine,
          shown,
          ...toUnsentConflict(mine.length === 0, name),
        },
      ];
    });
    await insertConflicts(tx, scope, conflicts, now);
    await moveConflicts(tx, scope, id, home.id, (isDeletion) => toUnsentConflict(isDeletion, name));
  }
}

function toUnsentConflict(isDeletion: boolean, calendarName: string): Pick<NewConflict, 'kind' | 'fields'> {
  const from = `from ${calendarName}`;
  return isDeletion
    ? { kind: 'not_deleted', fields: ['not deleted there', from] }
    : { kind: 'not_sent', fields: ['not sent', from] };
}
