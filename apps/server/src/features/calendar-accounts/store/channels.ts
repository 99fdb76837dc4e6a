import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import type { Scope } from '../../../platform/scope.ts';
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

/** Whom a notification is for: the one place where a row is looked up without knowing the user. */
export function findChannel(db: Db, id: string): Promise<ChannelRow | undefined> {
  return db.selectFrom('calendar_channels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same by what the provider calls its end of it. */
export function findChannelByResource(db: Db, resourceId: string): Promise<ChannelRow | undefined> {
  return db
    .selectFrom('calendar_channels')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
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
