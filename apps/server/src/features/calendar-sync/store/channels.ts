import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { ChannelTable } from './tables.ts';

export type ChannelRow = Selectable<ChannelTable>;

export async function insertChannel(
  db: Db,
  scope: Scope,
  channel: Omit<ChannelRow, 'user_id'>,
): Promise<void> {
  await db
    .insertInto('calendar_channels')
    .values({ user_id: scope.userId, ...channel })
    .execute();
}

/**
 * Finds channels by our id or by the provider's resource id. This is the only query that does not know the
 * user.
 */
export async function listChannelsByResource(
  db: Db,
  { ids, resourceIds }: { ids: readonly string[]; resourceIds: readonly string[] },
): Promise<ChannelRow[]> {
  if (ids.length + resourceIds.length === 0) return [];
  return db
    .selectFrom('calendar_channels')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids as string[]})`),
        eb('resource_id', '=', sql<string>`any(${resourceIds as string[]})`),
      ]),
    )
    .execute();
}

export function listChannels(db: Db, scope: Scope, calendarId: string): Promise<ChannelRow[]> {
  return db
    .selectFrom('calendar_channels')
    .selectAll()
    .where('user_id', '=', scope.userId)
    .where('calendar_id', '=', calendarId)
    .execute();
}

export async function deleteChannel(db: Db, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('calendar_channels').where('user_id', '=', scope.userId).where('id', '=', id).execute();
}
