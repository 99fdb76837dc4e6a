import { type MutationKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Whether a mutation is pending. This is known at once, while the button is disabled only after a render: the
 * second click of a double click can come in between.
 */
export function useIsUnderWay(mutationKey: MutationKey): () => boolean {
  const client = useQueryClient();
  return useCallback(() => client.isMutating({ mutationKey }) > 0, [client, mutationKey]);
}
