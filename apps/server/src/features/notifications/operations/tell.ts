import type { DbContext } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { NewNotification } from '../model/notification.ts';
import { deleteUnread, type Entry, insertNotifications } from '../store/notifications.ts';
import { listSubscriptions } from '../store/push.ts';

export type { NewNotification } from '../model/notification.ts';

/** Adds entries to the lists of users, in the caller's transaction. One that is known already stays as it is. */
export async function tellMany(
  { clock }: Pick<DbContext, 'clock'>,
  tx: Tx,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  for (const userId of await insertNotifications(tx, entries, clock()))
    await notifyChanged(tx, mintScope(userId, 'system'), 'notifications');
}

/** Adds an entry in place of unread ones whose key begins with `replaces`. */
export async function tellInstead(
  platform: Pick<DbContext, 'clock'>,
  tx: Tx,
  scope: Scope,
  { replaces, ...entry }: NewNotification & { readonly replaces: string },
): Promise<void> {
  await deleteUnread(tx, scope, replaces);
  await tellMany(platform, tx, [{ ...entry, scope }]);
}

/** The browsers of several users that want notifications. */
export function listBrowsers(tx: Tx, userIds: readonly string[]): Promise<{ scope: Scope; id: string }[]> {
  return listSubscriptions(tx, userIds);
}
