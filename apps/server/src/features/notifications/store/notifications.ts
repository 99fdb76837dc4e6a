import './tables.ts';
import type { Notification } from '@dayloom/contracts';
import { type Db, type Tx, toInsertBatches } from '#platform/db.ts';
import type { Scope } from '#platform/scope.ts';
import type { NewNotification } from '../model/notification.ts';

export interface Entry extends NewNotification {
  readonly scope: Scope;
}

/** One that already exists stays as it is. Returns the ids of users that have new ones. */
export async function insertNotifications(tx: Tx, entries: readonly Entry[], now: Date): Promise<string[]> {
  const users = new Set<string>();
  for (const batch of toInsertBatches(entries)) {
    const rows = await tx
      .insertInto('notifications')
      .values(
        batch.map(({ scope, commandId, ...entry }) => ({
          ...entry,
          user_id: scope.userId,
          command_id: commandId ?? null,
          created_at: now,
          read_at: null,
        })),
      )
      .onConflict((conflict) => conflict.constraint('notifications_once').doNothing())
      .returning('user_id')
      .execute();
    for (const { user_id } of rows) users.add(user_id);
  }
  return [...users];
}

/** Deletes unread ones with the key, except those that offer Undo: something newer takes their place. */
export async function deleteUnread(tx: Tx, scope: Scope, key: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('user_id', '=', scope.userId)
    .where('key', 'like', `${key}%`)
    .where('read_at', 'is', null)
    .where('command_id', 'is', null)
    .execute();
}

export async function listNewest(db: Db, scope: Scope, limit: number): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('commands', (join) =>
      join
        .onRef('commands.id', '=', 'notifications.command_id')
        .onRef('commands.user_id', '=', 'notifications.user_id')
        .on('commands.undone_at', 'is', null),
    )
    .selectAll('notifications')
    .select('commands.id as undoable_id')
    .where('notifications.user_id', '=', scope.userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    at: row.at?.toISOString() ?? null,
    path: row.path,
    commandId: row.undoable_id,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }));
}

export async function countUnread(db: Db, scope: Scope): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<string>().as('unread'))
    .where('user_id', '=', scope.userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

export async function markRead(
  db: Db,
  scope: Scope,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', scope.userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? [...ids] : [NOBODY]))
    .execute();
}

/** The nil UUID: no row has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function deleteCreatedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute();
}
