import type { AgentCall } from '@dayloom/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { type Apps, type CallFilter, fetchApps, fetchCalls, revokeApp, undoCall } from '../api.ts';

const appsKey = [...queryKeys.security, 'apps'] as const;
const callsKey = [...queryKeys.security, 'agent-calls'] as const;

/** Agents work while no page looks, so both lists are fetched each time they are opened. */
export function useApps() {
  return useQuery({ queryKey: appsKey, queryFn: ({ signal }) => fetchApps(signal), staleTime: 0 });
}

export function useCalls(filter: CallFilter) {
  return useQuery({
    queryKey: [...callsKey, filter],
    queryFn: ({ signal }) => fetchCalls(filter, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Removes the row at once; on failure it returns, because the app still has access. */
export function useRevokeApp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: revokeApp,
    onMutate: (id: string) => {
      const before = client.getQueryData<Apps>(appsKey);
      client.setQueryData<Apps>(
        appsKey,
        (all) => all && { ...all, apps: all.apps.filter(({ _id }) => _id !== id) },
      );
      return before;
    },
    onError: (error, _id, before) => {
      client.setQueryData(appsKey, before);
      notify.error(getMessage(error, 'The app could not be disconnected. It still has access.'));
    },
  });
}

export function useUndoCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: undoCall,
    onSuccess: (undone) => {
      client.setQueriesData<AgentCall[]>({ queryKey: callsKey }, (calls) =>
        calls?.map((call) => (call._id === undone._id ? undone : call)),
      );
      notify.success('Undone');
    },
    onError: (error) => notify.error(getMessage(error, 'It could not be undone.')),
  });
}
