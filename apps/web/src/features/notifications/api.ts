import { notificationsApi } from '@dayloom/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { optimisticData } from '#lib/optimistic.ts';

const fetchNotifications = (signal: AbortSignal) => call(notificationsApi.list, { query: {} }, { signal });
export type Notifications = Awaited<ReturnType<typeof fetchNotifications>>;

/** The key is the topic of the event stream. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => fetchNotifications(signal),
});

export const optimisticNotifications = optimisticData<Notifications>('notifications');

/** Marks all of them when no ids are given. */
export const markRead = (ids?: readonly string[]) =>
  call(notificationsApi.markRead, { body: ids ? { ids: [...ids] } : {} });

export const fetchPushKey = async () => (await call(notificationsApi.getPushKey)).publicKey;

export const saveSubscription = (subscription: PushSubscriptionJSON) =>
  call(notificationsApi.subscribe, {
    body: {
      endpoint: subscription.endpoint ?? '',
      keys: { p256dh: subscription.keys?.['p256dh'] ?? '', auth: subscription.keys?.['auth'] ?? '' },
    },
  });

export const removeSubscription = (endpoint: string) =>
  call(notificationsApi.unsubscribe, { body: { endpoint } }, { keepalive: true });
