import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isLoadingAheadWanted, whenIdle } from './load-ahead.ts';

export let markPageShown: () => void;

/** Resolves once the first page has its data. What nobody waits for is loaded after it. */
export const pageShown = new Promise<void>((resolve) => {
  markPageShown = resolve;
});

/** Runs when the page has its data and the browser is idle, again for each new `run`. */
export function useWhenShown(run: () => void): void {
  const client = useQueryClient();
  const isFetching = useIsFetching();
  useEffect(() => {
    let isWanted = isFetching === 0;
    if (isWanted) whenIdle(() => isWanted && client.isFetching() === 0 && run());
    return () => {
      isWanted = false;
    };
  }, [client, isFetching, run]);
}

/** Loads scripts that are not needed before a click. */
export function useLoadAhead(scripts: readonly (() => Promise<unknown>)[]): void {
  useWhenShown(
    useCallback(() => {
      // A failure shows when the script is needed.
      if (isLoadingAheadWanted()) for (const load of scripts) load().catch(() => {});
    }, [scripts]),
  );
}
