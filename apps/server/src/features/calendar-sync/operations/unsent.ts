import { randomUUID } from 'node:crypto';
import { isSameObject } from '#features/calendar/model/merge.ts';
import { ensureBuiltIn } from '#features/calendar/operations/calendars.ts';
import {
  type ExternalCalendar,
  lockExternalCalendars,
} from '#features/calendar/operations/external-calendars.ts';
import { getEventContext, lockRemoteObjects } from '#features/calendar/operations/remote-events.ts';
import type { Tx } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import { describeUnsent } from '../rules/conflict-words.ts';
import { insertConflicts, moveConflicts, type NewConflict } from '../store/conflicts.ts';
import { listLinksByUid } from '../store/links.ts';
import { listWaitingUids } from '../store/outbox.ts';
import type { SyncPlatform } from './platform.ts';
import { toObjectEvents } from './settle.ts';

/**
 * Calendars are about to leave, with everything in them: what the provider has not heard of would be nowhere then. It
 * is kept at the built-in calendar, to be read and put where the user likes; so is what lost against the other side
 * before. Copies of ours are made anew wherever they are wanted.
 */
export async function keepUnsent(
  platform: Pick<SyncPlatform, 'db' | 'clock' | 'config'>,
  tx: Tx,
  scope: Scope,
  calendars: readonly Pick<ExternalCalendar, 'id' | 'name'>[],
): Promise<void> {
  if (calendars.length === 0) return;
  // A change that is being saved is waited for; it would be noted after we looked.
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
      const [base, mine] = [toObjectEvents(links.get(uid) ?? []), local.get(uid) ?? []];
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
