import type { EventType, OneTimeLink } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { notify } from '#ui/toast.tsx';
import {
  type BookingSettings,
  changeEventType,
  changeSettings,
  createEventType,
  createOneTimeLink,
  eventTypesKey,
  fetchEventTypes,
  fetchOneTimeLinks,
  fetchSettings,
  optimisticEventTypes,
  optimisticSettings,
  orderEventTypes,
  removeEventType,
  revokeOneTimeLink,
  settingsKey,
  toLinksKey,
} from '../api.ts';
import { type Draft, toChange } from '../model/draft.ts';
import { inOrder } from '../model/order.ts';

export function useEventTypes() {
  const list = useQuery({ queryKey: eventTypesKey, queryFn: ({ signal }) => fetchEventTypes(signal) });
  const show = useOptimistic(optimisticEventTypes);
  return { ...list, eventTypes: list.data && show(list.data) };
}

export function useBookingSettings() {
  const { data, isPending } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => fetchSettings(signal),
  });
  const show = useOptimistic(optimisticSettings);
  return { settings: data && show(data), isPending };
}

/** Changes that show at once. A refusal rolls them back, with a message. */
export function useEventTypeActions() {
  const client = useQueryClient();
  const cacheEventTypes = (eventTypes: readonly EventType[]) =>
    client.setQueryData(eventTypesKey, eventTypes);
  const report = (fallback: string) => (error: unknown) => {
    notify.error(getMessage(error, fallback));
  };
  return {
    order: (ids: string[]) =>
      void mutateOptimistically(client, {
        changes: [optimisticChange(optimisticEventTypes, (all) => inOrder(all, ids))],
        send: () => orderEventTypes(ids),
        updateCache: cacheEventTypes,
        scope: 'order event types',
      }).catch(report('The order could not be saved.')),
    remove: ({ _id, title }: EventType) =>
      void mutateOptimistically(client, {
        changes: [optimisticChange(optimisticEventTypes, (all) => all.filter((one) => one._id !== _id))],
        send: () => removeEventType(_id),
        updateCache: () => {
          client.setQueryData<readonly EventType[]>(eventTypesKey, (all) =>
            all?.filter((one) => one._id !== _id),
          );
          notify.success(`${title} deleted`);
        },
      }).catch(report('The event type could not be deleted.')),
    changeSettings: (change: Partial<BookingSettings>) =>
      void mutateOptimistically(client, {
        changes: [optimisticChange(optimisticSettings, (settings) => ({ ...settings, ...change }))],
        send: () => changeSettings(change),
        updateCache: (settings) => client.setQueryData(settingsKey, settings),
        scope: 'booking settings',
      }).catch(report('The setting could not be saved.')),
  };
}

interface Saving {
  /** The event type as it was opened; null for a new one. */
  readonly edited: EventType | null;
  readonly draft: Draft;
}

export function useSaveEventType() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ edited, draft }: Saving) =>
      edited ? changeEventType(edited._id, toChange(edited, draft)) : createEventType(draft),
    onSuccess: (saved) => {
      client.setQueryData<readonly EventType[]>(eventTypesKey, (all = []) =>
        all.some(({ _id }) => _id === saved._id)
          ? all.map((one) => (one._id === saved._id ? saved : one))
          : [...all, saved],
      );
      notify.success(`${saved.title} saved`);
    },
  });
}

export function useOneTimeLink() {
  return useMutation({
    mutationFn: async ({ _id }: EventType) => ({ ...(await createOneTimeLink(_id)), eventTypeId: _id }),
    // Never cached: who has the link can book.
    gcTime: 0,
    onError: (error) => notify.error(getMessage(error, 'The link could not be made.')),
  });
}

/** The links that work or were used. They are read when they are shown. */
export function useOneTimeLinks(eventTypeId: string) {
  const client = useQueryClient();
  const queryKey = toLinksKey(eventTypeId);
  const { data: links = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchOneTimeLinks(eventTypeId, signal),
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => revokeOneTimeLink(id),
    onSuccess: (_answer, id) => {
      client.setQueryData<readonly OneTimeLink[]>(queryKey, (all) => all?.filter((one) => one.id !== id));
      notify.success('The link was revoked');
    },
    onError: (error) => notify.error(getMessage(error, 'The link could not be revoked.')),
  });
  return { links, revoke: revoke.mutate, isRevoking: revoke.isPending };
}
