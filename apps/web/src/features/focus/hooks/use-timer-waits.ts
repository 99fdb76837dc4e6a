import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { queryKeys } from '#lib/query-client.ts';
import type { KeptFocus } from '../model/kept-focus.ts';

const isUnsent = (client: QueryClient): boolean =>
  client.getQueryData<KeptFocus>(queryKeys.focus)?.isUnsent === true;

/** Whether the timer was changed without a network, and is not sent yet. With one, each change is sent at once. */
export function useTimerWaits(isOffline: boolean): boolean {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(onChange),
    [client],
  );
  const [hasWaited, setHasWaited] = useState(false);
  const waits = useSyncExternalStore(subscribe, () => isUnsent(client)) && (isOffline || hasWaited);
  if (waits !== hasWaited) setHasWaited(waits);
  return waits;
}
