import { calendarAccountsApi, calendarApi } from '@dayloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { optimisticData, useOptimistic } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';

export type Connections = Awaited<ReturnType<typeof fetchConnections>>;

/** Here and not with the other calls, which only the settings make: the calendar's page asks for them too. */
const fetchConnections = (signal?: AbortSignal) => call(calendarAccountsApi.list, {}, { signal });
export const optimisticConnections = optimisticData<Connections>('connections');

/** Polls while an operation is running, in case no change message arrives. */
const WATCH_MS = 4_000;

export function useConnections() {
  const select = useOptimistic(optimisticConnections);
  return useQuery({
    select,
    queryKey: queryKeys.calendarAccounts,
    queryFn: ({ signal }) => fetchConnections(signal),
    refetchInterval: ({ state }) =>
      listSynced(state.data).some(({ sync }) => sync.state === 'first_sync' || sync.state === 'waiting')
        ? WATCH_MS
        : false,
  });
}

/** Every calendar that is fetched from outside. */
const listSynced = (connections: Connections | undefined) =>
  connections
    ? [...connections.accounts.flatMap(({ calendars }) => calendars), ...connections.subscriptions]
    : [];

/** Every calendar of the user, including the built-in one, by name. */
export function useAllCalendars() {
  // The same request as the calendar page's, so both share the cache.
  return useQuery({
    queryKey: queryKeys.calendars,
    queryFn: ({ signal }) => call(calendarApi.list, {}, { signal }),
  });
}

/** Undecided changes that were not sent before their calendar was removed. */
export function useUnsentCount(): number {
  // Loads even without any account: the removed one may have been the last.
  const { data } = useConnections();
  return data?.conflicts.filter(({ kind }) => kind !== 'both_changed').length ?? 0;
}

/** The accounts to reconnect, for pages that show their calendars. */
export function useAccountsToReconnect() {
  const { data } = useConnections();
  return data?.accounts.filter(({ state }) => state === 'reconnect_needed') ?? [];
}
