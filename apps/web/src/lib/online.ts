import { onlineManager, useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the browser has a network. It may be wrong about the server, never about being cut off. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** Number of changes that are not saved: they wait for the network, or failed and can be sent again. */
export function useUnsavedCount(): number {
  return useMutationState({
    filters: {
      predicate: ({ state, meta }) =>
        state.isPaused || (state.status === 'error' && meta?.warnsBeforeLoss === true),
    },
  }).length;
}
