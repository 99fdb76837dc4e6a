import type { Notification } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';
import type { DbContext, Platform } from '#platform/context.ts';
import { notifyChanged } from '#platform/notify.ts';
import type { Scope } from '#platform/scope.ts';
import { countUnread, deleteCreatedBefore, listNewest, markRead } from '../store/notifications.ts';

const KEPT_DAYS = 30;

export async function listNotifications(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  limit: number,
): Promise<{ notifications: Notification[]; unread: number }> {
  const [notifications, unread] = await Promise.all([listNewest(db, scope, limit), countUnread(db, scope)]);
  return { notifications, unread };
}

/** Marks them as read, or all. Resolves to the number of those still unread. */
export async function markNotificationsRead(
  { db, clock }: DbContext,
  scope: Scope,
  ids: readonly string[] | undefined,
): Promise<number> {
  await markRead(db, scope, ids, clock());
  await notifyChanged(db, scope, 'notifications');
  return countUnread(db, scope);
}

export async function purgeNotifications({ db, clock }: DbContext): Promise<void> {
  await deleteCreatedBefore(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
}
