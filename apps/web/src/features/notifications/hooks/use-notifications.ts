import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { notify } from '#ui/toast.tsx';
import { markRead, notificationsQuery } from '../api.ts';

/** The list behind the bell. The event stream keeps it up to date. */
export function useNotifications() {
  const answer = useQuery(notificationsQuery);
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
  return useMutation({
    mutationFn: (ids: readonly string[] | undefined) => markRead(ids),
    onMutate: (ids) => {
      const before = client.getQueryData(notificationsQuery.queryKey);
      if (!before) return undefined;
      const readAt = new Date().toISOString();
      const notifications = before.notifications.map((one) =>
        one.readAt === null && (ids?.includes(one._id) ?? true) ? { ...one, readAt } : one,
      );
      const marked = before.notifications.filter(
        ({ _id, readAt: read }) => read === null && (ids?.includes(_id) ?? true),
      ).length;
      const unread = ids ? Math.max(0, before.unread - marked) : 0;
      client.setQueryData(notificationsQuery.queryKey, { ...before, notifications, unread });
      return before;
    },
    onError: (error, _ids, before) => {
      if (before) client.setQueryData(notificationsQuery.queryKey, before);
      notify.error(getMessage(error, 'The notifications could not be marked as read.'));
    },
  });
}
