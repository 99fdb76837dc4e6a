import { useQuery } from '@tanstack/react-query';
import { useOptimistic } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { fetchCalendars, fetchConnections, optimisticConnections } from '../api.ts';
import { allSynced } from '../model/connected-calendars.ts';

/** Polls while an operation is running, in case no change message arrives. */
const WATCH_MS = 4_000;

export function useConnections() {
  const select = useOptimistic(optimisticConnections);
  return useQuery({
    select,
    queryKey: queryKeys.calendarAccounts,
    queryFn: ({ signal }) => fetchConnections(signal),
    refetchInterval: ({ state }) =>
      allSynced(state.data).some(({ sync }) => sync.state === 'first_sync' || sync.state === 'waiting')
        ? WATCH_MS
        : false,
  });
}

/** Every calendar of the user, including the built-in one, by name. */
export function useAllCalendars() {
  return useQuery({ queryKey: queryKeys.calendars, queryFn: ({ signal }) => fetchCalendars(signal) });
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
