import { type MutationKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Whether a change of a kind is on its way. It is known at once, while the button that asked for it is drawn
 * disabled only a moment later: the second half of a double click falls into that moment.
 */
export function useIsUnderWay(mutationKey: MutationKey): () => boolean {
  const client = useQueryClient();
  return useCallback(() => client.isMutating({ mutationKey }) > 0, [client, mutationKey]);
}
