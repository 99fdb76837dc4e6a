import type { ApiToken } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { mutateOptimistically, optimisticChange, useOptimistic } from '#lib/optimistic.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { createToken, fetchTokens, optimisticTokens, revokeToken } from '../api.ts';

const tokensKey = [...queryKeys.profile, 'api-tokens'] as const;

export function useTokens() {
  const select = useOptimistic(optimisticTokens);
  return useQuery({ queryKey: tokensKey, queryFn: ({ signal }) => fetchTokens(signal), select });
}

export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createToken,
    // Never cached: the token exists only in the dialog.
    gcTime: 0,
    onSuccess: ({ apiToken }) =>
      client.setQueryData<ApiToken[]>(tokensKey, (tokens = []) => [apiToken, ...tokens]),
  });
}

/** Removes the row at once; on failure the row returns, because the token still works. */
export function useRevokeToken() {
  const client = useQueryClient();
  return (id: string): void => {
    const without = (tokens: readonly ApiToken[]) => tokens.filter(({ _id }) => _id !== id);
    mutateOptimistically(client, {
      changes: [optimisticChange(optimisticTokens, without)],
      send: () => revokeToken(id),
      updateCache: () =>
        client.setQueryData<readonly ApiToken[]>(tokensKey, (tokens) => tokens && without(tokens)),
    }).catch((error: unknown) =>
      notify.error(getMessage(error, 'The token could not be revoked. It still works.')),
    );
  };
}
