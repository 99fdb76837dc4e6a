import type { Profile, Settings } from '@dayloom/contracts';
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, withOptimisticChanges } from '#lib/optimistic.ts';
import { optimisticProfile } from '#lib/optimistic-entities.ts';
import { settingsChange, storeSettings } from '#lib/profile-settings.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import {
  addMirror,
  ConnectFailure,
  changeBlocking,
  changeSyncedCalendar,
  disconnectCalendar,
  keepMine,
  keepTheirs,
  makePrimary,
  removeMirror,
  removeOwnEvents,
  saveCalendars,
  subscribe,
  syncAll,
  syncCalendar,
  unsubscribe,
} from '../api.ts';
import type { ConnectedCalendar } from '../model/connected-calendars.ts';
import { cacheSettings } from './use-connect.ts';
import { type Connections, optimisticConnections } from './use-connections.ts';

const connectionsKey = queryKeys.calendarAccounts;
const primaryKey = ['make-primary'] as const;

function listShown(client: QueryClient): ConnectedCalendar[] {
  const profile = client.getQueryData<Profile>(queryKeys.profile);
  return profile ? withOptimisticChanges(client, optimisticProfile, profile).settings.calendars : [];
}

type Edit = Pick<ConnectedCalendar, 'id'> & Partial<Pick<ConnectedCalendar, 'tags' | 'type'>>;

/** Saves an edit of one row by saving all rows. The edit shows at once; a refusal rolls it back. */
export function useSaveCalendar() {
  const client = useQueryClient();
  return ({ id, ...fields }: Edit): void => {
    const change = settingsChange(({ calendars }) => ({
      calendars: calendars.map((row) => (row.id === id ? { ...row, ...fields } : row)),
    }));
    mutateOptimistically(client, {
      // Runs one request at a time: each sends the whole list, and the last one wins.
      scope: 'connected-calendars',
      changes: [change],
      send: () => saveCalendars(listShown(client)),
      updateCache: ({ calendars }) => storeSettings(client, () => ({ calendars })),
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') {
        notify.error('Calendar not found');
        void client.invalidateQueries({ queryKey: queryKeys.profile, exact: true });
      } else notify.error(getMessage(error, 'The calendar could not be saved. Nothing was changed.'));
    });
  };
}

/** Removes the row at once; a failure restores it. */
export function useDisconnect() {
  const client = useQueryClient();
  return (id: string): void => {
    const removed = ({ calendars }: Settings) => ({ calendars: calendars.filter((row) => row.id !== id) });
    const calendar = listShown(client).find((row) => row.id === id);
    if (!calendar) {
      // Another window may have removed it while the dialog was open.
      notify.error('Calendar not found');
      return;
    }
    mutateOptimistically(client, {
      changes: [settingsChange(removed)],
      send: () => disconnectCalendar(calendar),
      updateCache: (settings) => {
        cacheSettings(client, settings);
        notify.success('Calendar disconnected successfully');
      },
    }).catch((error: unknown) => {
      console.warn(error);
      const isGone =
        error instanceof ConnectFailure &&
        error.cause instanceof ApiError &&
        error.cause.code === 'not_found';
      if (isGone) storeSettings(client, removed);
      notify.error(isGone ? 'Calendar not found' : 'Failed to disconnect calendar');
      void client.invalidateQueries({ queryKey: connectionsKey });
    });
  };
}

export function useMakePrimary() {
  const client = useQueryClient();
  const makeOnePrimary = (id: string): void => {
    const chosen = ({ calendars }: Settings) => ({
      calendars: calendars.map((row) => ({ ...row, isPrimary: row.id === id })),
    });
    mutateOptimistically(client, {
      key: primaryKey,
      changes: [settingsChange(chosen)],
      send: () => makePrimary(id),
      updateCache: () => storeSettings(client, chosen),
    })
      .catch((error: unknown) => notify.error(getMessage(error, 'The primary account could not be changed.')))
      .finally(() => void client.invalidateQueries({ queryKey: connectionsKey }));
  };
  return { makePrimary: makeOnePrimary, isPending: useIsMutating({ mutationKey: primaryKey }) > 0 };
}

type CalendarSettingsInput =
  | { calendarId: string; isSynced: boolean }
  | { calendarId: string; blocksTime: boolean }
  | { calendarId: string; isDefault: true };

/** Reads again what a change of a connection changes. */
const refetchCalendars = (client: QueryClient) =>
  Promise.all(
    [connectionsKey, queryKeys.calendars, queryKeys.events].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** The switches of a calendar: change at once, and change back if the server refuses. */
export function useChangeCalendar() {
  const client = useQueryClient();
  return (input: CalendarSettingsInput): void => {
    mutateOptimistically(client, {
      changes: [optimisticChange(optimisticConnections, (data) => withSettings(data, input))],
      send: async () => {
        const { calendarId, ...change } = input;
        await ('blocksTime' in change
          ? changeBlocking(calendarId, change.blocksTime)
          : changeSyncedCalendar(calendarId, change));
      },
      updateCache: () => refetchCalendars(client),
    }).catch((error: unknown) => {
      notify.error(getMessage(error, 'The calendar could not be changed. It keeps its settings.'));
      void refetchCalendars(client);
    });
  };
}

function withSettings(data: Connections, input: CalendarSettingsInput): Connections {
  const { calendarId, ...change } = input;
  const changed = (calendars: Connections['subscriptions']) =>
    calendars.map((one) =>
      one.calendarId === calendarId
        ? { ...one, ...change }
        : 'isDefault' in input
          ? { ...one, isDefault: false }
          : one,
    );
  return {
    ...data,
    accounts: data.accounts.map((account) => ({ ...account, calendars: changed(account.calendars) })),
    subscriptions: changed(data.subscriptions),
  };
}

/** A short action: shows the server's message and refetches the data. */
function useAct<Input, Answer extends { message: string } = { message: string }>(
  act: (input: Input) => Promise<Answer>,
  failed: string,
) {
  const client = useQueryClient();
  const underWay = useRef(new Set<string | undefined>());
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(getMessage(error, failed)),
    onSettled: (_answer, _error, input) => {
      underWay.current.delete(JSON.stringify(input));
      return refetchCalendars(client);
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    const input = JSON.stringify(args[0]);
    // The second of two quick clicks can arrive before the button is disabled.
    if (underWay.current.has(input)) return;
    underWay.current.add(input);
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

export const useSyncAll = () => useAct(() => syncAll(), 'The calendars could not be synced.');
export const useSyncCalendar = () => useAct(syncCalendar, 'The calendar could not be synced.');
export const useUnsubscribe = () => useAct(unsubscribe, 'The calendar could not be removed.');
export const useRemoveMirror = () => useAct(removeMirror, 'It is still mirrored. Please try again.');
export const useRemoveOwnEvents = () => useAct(() => removeOwnEvents(), 'Nothing was removed. Try again.');
export const useKeepMine = () => useAct(keepMine, 'Your version could not be restored.');
export const useKeepTheirs = () => useAct(keepTheirs, 'Your choice could not be saved. Please try again.');
export const useAddMirror = () =>
  useAct(
    (input: { source: string | null; target: string }) => addMirror(input.source, input.target),
    'The mirror could not be set up.',
  );

/** A refused address is shown at its field, so no toast. */
export function useSubscribe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ url, name }: { url: string; name: string }) => subscribe(url, name),
    onSuccess: ({ message }) => {
      notify.success(message);
      void client.invalidateQueries({ queryKey: connectionsKey });
      void client.invalidateQueries({ queryKey: queryKeys.calendars });
    },
  });
}
