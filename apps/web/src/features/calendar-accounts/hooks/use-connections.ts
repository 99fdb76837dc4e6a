import type { Profile } from '@dayloom/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  fetchCalendars,
  fetchConnections,
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
import { allSynced, type ConnectedCalendar } from '../model/connected-calendars.ts';
import { takeSettings } from './use-connect.ts';

const connectionsKey = queryKeys.calendarAccounts;
const savingKey = ['save-calendars'] as const;
/** While something is under way, it is looked at again even if no message comes. */
const WATCH_MS = 4_000;

export function useConnections() {
  return useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }) => fetchConnections(signal),
    refetchInterval: ({ state }) =>
      allSynced(state.data).some(({ sync }) => sync.state === 'first_sync' || sync.state === 'waiting')
        ? WATCH_MS
        : false,
  });
}

/** Every calendar of the user, also the built-in one, by name. */
export function useAllCalendars() {
  return useQuery({ queryKey: queryKeys.calendars, queryFn: ({ signal }) => fetchCalendars(signal) });
}

const listedIn = (client: QueryClient) =>
  client.getQueryData<Profile>(queryKeys.profile)?.settings.calendars ?? [];

function list(client: QueryClient, calendars: ConnectedCalendar[]): void {
  client.setQueryData<Profile>(
    queryKeys.profile,
    (profile) => profile && { ...profile, settings: { ...profile.settings, calendars } },
  );
}

type Edit = Pick<ConnectedCalendar, 'id'> & Partial<Pick<ConnectedCalendar, 'tags' | 'type'>>;

/** Saves an edit of a row by saving all rows. It shows at once; a refusal brings that row's old value back. */
export function useSaveCalendar() {
  const client = useQueryClient();
  const withEdit = ({ id, ...fields }: Edit) =>
    listedIn(client).map((row) => (row.id === id ? { ...row, ...fields } : row));
  const put = (edit: Edit) => list(client, withEdit(edit));
  return useMutation({
    mutationKey: savingKey,
    // One after the other: each sends the whole list, and the last word counts.
    scope: { id: 'connected-calendars' },
    // The profile may have been read anew while this one waited its turn: the edit is put in once more.
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
      // What was changed once more since then is not this one's to take back.
      if (before && now)
        put({
          id: edit.id,
          ...(edit.tags && now.tags === edit.tags && { tags: before.tags }),
          ...(edit.type && now.type === edit.type && { type: before.type }),
        });
      if (error instanceof ApiError && error.code === 'not_found') {
        notify.error('Calendar not found');
        void client.invalidateQueries({ queryKey: queryKeys.profile, exact: true });
      } else notify.error(getMessage(error, 'The calendar could not be saved. It is as it was.'));
    },
  });
}

/** The row goes at once and comes back when the server says no. */
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
    // It may have been removed in another window while the question was open.
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

/** The switches of a calendar: at once on screen, taken back when the server says no. */
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
      notify.error(getMessage(error, 'The calendar could not be changed. It is as it was.'));
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

/** Something short: done, told in the server's words, and looked at anew. */
function useAct<Wish, Answer extends { message: string } = { message: string }>(
  act: (input: Wish) => Promise<Answer>,
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
    // The second of two quick clicks comes before the button is off.
    if (underWay.current.has(input)) return;
    underWay.current.add(input);
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

export const useSyncAll = () => useAct(() => syncAll(), 'The calendars could not be synced.');
export const useSyncCalendar = () => useAct(syncCalendar, 'The calendar could not be synced.');
export const useUnsubscribe = () => useAct(unsubscribe, 'The calendar could not be removed.');
export const useRemoveMirror = () => useAct(removeMirror, 'It is copied still. Please try again.');
export const useRemoveOwnEvents = () => useAct(() => removeOwnEvents(), 'Nothing was removed. Try again.');
export const useKeepMine = () => useAct(keepMine, 'Your side could not be put back.');
export const useKeepTheirs = () => useAct(keepTheirs, 'That could not be settled. Please try again.');
export const useAddMirror = () =>
  useAct(
    (input: { source: string | null; target: string }) => addMirror(input.source, input.target),
    'It could not be set up.',
  );

/** A refusal of the address is told at its field, so no toast. */
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

/** Changes that had not gone out when their calendar left, and that nobody has decided on. */
export function useUnsentCount(): number {
  // Also without any account: the last one may be what left.
  const { data } = useConnections();
  return data?.conflicts.filter(({ kind }) => kind !== 'both_changed').length ?? 0;
}

/** The accounts that need their owner, for pages that show their calendars. */
export function useAccountsToReconnect() {
  const { data } = useConnections();
  return data?.accounts.filter(({ state }) => state === 'reconnect_needed') ?? [];
}
