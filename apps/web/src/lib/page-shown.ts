import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isLoadingAheadWanted, whenIdle } from './load-ahead.ts';

const parts = new Set<Promise<unknown>>();
let mark: () => void;

/** Resolves once the first page has its data and its parts. What nobody waits for is loaded after it. */
export const pageShown = new Promise<void>((resolve) => {
  mark = resolve;
});

/** Begins to load a part of the page that comes after its own script. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const part = load();
  parts.add(part);
  return part;
}

export async function markPageShown(): Promise<void> {
  // Parts have parts.
  for (let known = -1; known < parts.size; await Promise.allSettled(parts)) known = parts.size;
  mark();
}

/** Runs when the page has its data and the browser is idle, again for each new `run`. */
export function useWhenShown(run: () => unknown): void {
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
