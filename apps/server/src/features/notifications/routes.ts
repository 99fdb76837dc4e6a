import { notificationsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '#platform/http.ts';
import { listNotifications, markNotificationsRead } from './operations/notifications.ts';
import type { NotificationsPlatform } from './operations/platform.ts';
import { getPublicKey, subscribeBrowser, unsubscribeBrowser } from './operations/push.ts';

export function notificationRoutes(app: FastifyInstance, platform: NotificationsPlatform): void {
  route(app, notificationsApi.list, async ({ request, query }) => ({
    ...(await listNotifications(platform, getScope(request), query.limit)),
    message: 'Notifications fetched',
  }));
  route(app, notificationsApi.markRead, async ({ request, body }) => ({
    unread: await markNotificationsRead(platform, getScope(request), body.ids),
    message: 'Marked as read',
  }));
  route(app, notificationsApi.getPushKey, async () => ({
    publicKey: await getPublicKey(platform),
  }));
  route(app, notificationsApi.subscribe, async ({ request, body }) => {
    await subscribeBrowser(platform, getScope(request), body);
    return { message: 'This browser gets notifications' };
  });
  route(app, notificationsApi.unsubscribe, async ({ request, body }) => {
    await unsubscribeBrowser(platform, getScope(request), body.endpoint);
    return { message: 'Notifications are off in this browser' };
  });
}
