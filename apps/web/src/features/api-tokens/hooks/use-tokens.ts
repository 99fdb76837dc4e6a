import type { ApiToken } from '@dayloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { createToken, fetchTokens, revokeToken } from '../api.ts';

const tokensKey = [...queryKeys.profile, 'api-tokens'] as const;

export function useTokens() {
  return useQuery({ queryKey: tokensKey, queryFn: ({ signal }) => fetchTokens(signal) });
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
  return useMutation({
    mutationFn: revokeToken,
    onMutate: (id: string) => {
      const before = client.getQueryData<ApiToken[]>(tokensKey);
      client.setQueryData<ApiToken[]>(tokensKey, (tokens = []) => tokens.filter(({ _id }) => _id !== id));
      return before;
    },
    onError: (error, _id, before) => {
      client.setQueryData(tokensKey, before);
      notify.error(getMessage(error, 'The token could not be revoked. It still works.'));
    },
  });
}
