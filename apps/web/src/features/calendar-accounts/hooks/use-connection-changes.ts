import type { Profile } from '@dayloom/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import {
  addMirror,
  ConnectFailure,
  type Connections,
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
import { takeSettings } from './use-connect.ts';

const connectionsKey = queryKeys.calendarAccounts;
const savingKey = ['save-calendars'] as const;

const listedIn = (client: QueryClient) =>
  client.getQueryData<Profile>(queryKeys.profile)?.settings.calendars ?? [];

function list(client: QueryClient, calendars: ConnectedCalendar[]): void {
  client.setQueryData<Profile>(
    queryKeys.profile,
    (profile) => profile && { ...profile, settings: { ...profile.settings, calendars } },
  );
}

type Edit = Pick<ConnectedCalendar, 'id'> & Partial<Pick<ConnectedCalendar, 'tags' | 'type'>>;

/**
 * Saves an edit of one row by saving all rows. The edit shows at once; a refusal restores that row's old
 * value.
 */
export function useSaveCalendar() {
  const client = useQueryClient();
  const withEdit = ({ id, ...fields }: Edit) =>
    listedIn(client).map((row) => (row.id === id ? { ...row, ...fields } : row));
  const put = (edit: Edit) => list(client, withEdit(edit));
  return useMutation({
    mutationKey: savingKey,
    // Runs one request at a time: each sends the whole list, and the last one wins.
    scope: { id: 'connected-calendars' },
    // The profile may have been refetched while this save waited: apply the edit again.
    mutationFn: (edit: Edit) => saveCalendars(withEdit(edit)),
    onMutate: async (edit) => {
      await client.cancelQueries({ queryKey: queryKeys.profile, exact: true });
      const before = listedIn(client).find(({ id }) => id === edit.id);
      put(edit);
      return { before };
    },
    onSuccess: (settings) => {
      if (client.isMutating({ mutationKey: savingKey }) === 1) list(client, settings.calendars);
    },
    onError: (error, edit, context) => {
      const { before } = context ?? {};
      const now = listedIn(client).find(({ id }) => id === edit.id);
      // Keeps fields that were edited again since.
      if (before && now)
        put({
          id: edit.id,
          ...(edit.tags && now.tags === edit.tags && { tags: before.tags }),
          ...(edit.type && now.type === edit.type && { type: before.type }),
        });
      if (error instanceof ApiError && error.code === 'not_found') {
        notify.error('Calendar not found');
        void client.invalidateQueries({ queryKey: queryKeys.profile, exact: true });
      } else notify.error(getMessage(error, 'The calendar could not be saved. Nothing was changed.'));
    },
  });
}

/** Removes the row at once; a failure restores it. */
export function useDisconnect() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: disconnectCalendar,
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: queryKeys.profile, exact: true });
      const before = listedIn(client);
      list(
        client,
        before.filter((row) => row.id !== id),
      );
      return { place: before.findIndex((row) => row.id === id) };
    },
    onSuccess: (settings) => {
      takeSettings(client, settings);
      notify.success('Calendar disconnected successfully');
    },
    onError: (error, calendar, context) => {
      console.warn(error);
      const isGone =
        error instanceof ConnectFailure &&
        error.cause instanceof ApiError &&
        error.cause.code === 'not_found';
      if (!isGone && context) list(client, listedIn(client).toSpliced(context.place, 0, calendar));
      notify.error(isGone ? 'Calendar not found' : 'Failed to disconnect calendar');
      void client.invalidateQueries({ queryKey: connectionsKey });
    },
  });
  return (id: string) => {
    const calendar = listedIn(client).find((row) => row.id === id);
    // Another window may have removed it while the dialog was open.
    if (calendar) mutation.mutate(calendar);
    else notify.error('Calendar not found');
  };
}

export function useMakePrimary() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: makePrimary,
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: queryKeys.profile, exact: true });
      const before = listedIn(client);
      list(
        client,
        before.map((row) => ({ ...row, isPrimary: row.id === id })),
      );
      return { before };
    },
    onError: (error, _id, context) => {
      if (context) list(client, context.before);
      notify.error(getMessage(error, 'The primary account could not be changed.'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}

type CalendarSettingsInput =
  | { calendarId: string; isSynced: boolean }
  | { calendarId: string; blocksTime: boolean }
  | { calendarId: string; isDefault: true };

/** The switches of a calendar: change at once, and change back if the server refuses. */
export function useChangeCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ calendarId, ...input }: CalendarSettingsInput) => {
      await ('blocksTime' in input
        ? changeBlocking(calendarId, input.blocksTime)
        : changeSyncedCalendar(calendarId, input));
    },
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: connectionsKey });
      const before = client.getQueryData<Connections>(connectionsKey);
      client.setQueryData<Connections>(connectionsKey, (data) => data && withSettings(data, input));
      return { before };
    },
    onError: (error, _input, context) => {
      client.setQueryData(connectionsKey, context?.before);
      notify.error(getMessage(error, 'The calendar could not be changed. It keeps its settings.'));
    },
    onSettled: () =>
      Promise.all(
        [connectionsKey, queryKeys.calendars, queryKeys.events].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
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
      return Promise.all(
        [connectionsKey, queryKeys.calendars, queryKeys.events].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
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
