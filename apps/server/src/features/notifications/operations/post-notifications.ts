import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db.ts';
import { type QueuedPush, queueForMany } from '#platform/mail-queue.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import type { NewNotification } from '../model/notification.ts';
import { deleteUnread, type Entry, insertNotifications } from '../store/notifications.ts';
import { listSubscriptions } from '../store/push.ts';

/** Adds entries to the lists of users, in the caller's transaction. Entries that exist already stay unchanged. */
export async function postNotifications(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  for (const userId of await insertNotifications(tx, entries, clock()))
    await notifyChanged(tx, mintScope(userId, 'system'), 'notifications');
}

/** Adds an entry in place of unread ones whose key begins with `replaces`. */
export async function replaceNotification(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  scope: Scope,
  { replaces, ...entry }: NewNotification & { readonly replaces: string },
): Promise<void> {
  await deleteUnread(tx, scope, replaces);
  await postNotifications(platform, tx, [{ ...entry, scope }]);
}

/** Queues a push for each browser of a user that wants notifications. */
export async function pushToBrowsers(
  platform: Pick<Platform, 'secrets' | 'jobs' | 'clock'>,
  tx: Tx,
  scope: Scope,
  push: Pick<QueuedPush, 'key' | 'subjectId' | 'message'>,
): Promise<void> {
  const browsers = await listSubscriptions(tx, [scope.userId]);
  const sendAt = platform.clock();
  await queueForMany(platform, tx, {
    mails: [],
    pushes: browsers.map(({ id }) => ({ ...push, scope, subscriptionId: id, sendAt })),
  });
}

/** The browsers of several users that want notifications. */
export function listBrowsers(tx: Tx, userIds: readonly string[]): Promise<{ scope: Scope; id: string }[]> {
  return listSubscriptions(tx, userIds);
}
