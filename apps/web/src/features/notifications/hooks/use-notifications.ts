import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { notify } from '#ui/toast.tsx';
import { markRead, type Notifications, notificationsQuery, optimisticNotifications } from '../api.ts';

/** The list behind the bell. The event stream keeps it up to date. */
export function useNotifications() {
  const select = useOptimistic(optimisticNotifications);
  const answer = useQuery({ ...notificationsQuery, select });
  return {
    notifications: answer.data?.notifications ?? [],
    unread: answer.data?.unread ?? 0,
    isPending: answer.isPending,
    error: answer.error,
    refetch: answer.refetch,
  };
}

/** Marks them as read at once; a refusal brings the marks back. */
export function useMarkRead() {
  const client = useQueryClient();
  return (ids?: readonly string[]): void => {
    const readAt = new Date().toISOString();
    const isMarked = ({ _id, readAt: read }: Notifications['notifications'][number]) =>
      read === null && (ids?.includes(_id) ?? true);
    const mark = (data: Notifications): Notifications => ({
      ...data,
      notifications: data.notifications.map((one) => (isMarked(one) ? { ...one, readAt } : one)),
      unread: ids ? Math.max(0, data.unread - data.notifications.filter(isMarked).length) : 0,
    });
    mutateOptimistically(client, {
      changes: [optimisticChange(optimisticNotifications, mark)],
      send: () => markRead(ids),
      updateCache: () => client.setQueryData(notificationsQuery.queryKey, (data) => data && mark(data)),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, 'The notifications could not be marked as read.')),
    );
  };
}
