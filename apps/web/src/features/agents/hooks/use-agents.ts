import type { AgentCall } from '@dayloom/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import {
  type Apps,
  type CallFilter,
  fetchApps,
  fetchCalls,
  optimisticApps,
  revokeApp,
  undoCall,
} from '../api.ts';

const appsKey = [...queryKeys.security, 'apps'] as const;
const callsKey = [...queryKeys.security, 'agent-calls'] as const;

/** Agents work while no page looks, so both lists are fetched each time they are opened. */
export function useApps() {
  const select = useOptimistic(optimisticApps);
  return useQuery({ queryKey: appsKey, queryFn: ({ signal }) => fetchApps(signal), staleTime: 0, select });
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
  return (id: string): void => {
    const without = (all: Apps) => ({ ...all, apps: all.apps.filter(({ _id }) => _id !== id) });
    mutateOptimistically(client, {
      changes: [optimisticChange(optimisticApps, without)],
      send: () => revokeApp(id),
      updateCache: () => client.setQueryData<Apps>(appsKey, (all) => all && without(all)),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, 'The app could not be disconnected. It still has access.')),
    );
  };
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
