import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../lib/query-client.ts';
import { showSnackbar } from './snackbar.tsx';

/** Refetches the profile after a change. A failure is shown, but does not affect the change. */
export async function refreshProfile(client: QueryClient): Promise<void> {
  try {
    await client.refetchQueries({ queryKey: queryKeys.profile, exact: true }, { throwOnError: true });
  } catch (error) {
    console.warn('The profile could not be refreshed', error);
    showSnackbar('Failed to refresh profile', 'error');
  }
}

export function useRefreshProfile(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => refreshProfile(client), [client]);
}
