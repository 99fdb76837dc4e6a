import type { ImportReport } from '@dayloom/contracts';
import { useSyncExternalStore } from 'react';

export type ImportState =
  | { step: 'idle' }
  /** `share` of the bytes sent; `events` that the server has read so far. */
  | { step: 'running'; fileName: string; share: number; events: number }
  | { step: 'done'; fileName: string; report: ImportReport }
  | { step: 'failed'; fileName: string; message: string };

interface Run {
  state: ImportState;
  stop: AbortController | null;
}

let current: Run = { state: { step: 'idle' }, stop: null };
const watchers = new Set<() => void>();

function set(next: Run): void {
  if (next.stop && !current.stop) window.addEventListener('beforeunload', warn);
  if (!next.stop && current.stop) window.removeEventListener('beforeunload', warn);
  current = next;
  for (const watcher of watchers) watcher();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * The one import of this tab. It belongs to no page, so that leaving the settings does not end it, and closing
 * the tab asks first. `update` does nothing once another run has begun or this one was stopped.
 */
export function beginImport(fileName: string) {
  stopImport();
  const stop = new AbortController();
  set({ stop, state: { step: 'running', fileName, share: 0, events: 0 } });
  const isCurrent = () => current.stop === stop;
  return {
    signal: stop.signal,
    update: (progress: { share?: number; events?: number }) => {
      if (isCurrent() && current.state.step === 'running')
        set({ stop, state: { ...current.state, ...progress } });
    },
    end: (state: ImportState) => isCurrent() && set({ stop: null, state }),
  };
}

/** Ends what runs and forgets what was: by Cancel, and when the session ends. */
export function stopImport(): void {
  current.stop?.abort();
  if (current.state.step !== 'idle') set({ stop: null, state: { step: 'idle' } });
}

export function useImportState(): ImportState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => current.state,
  );
}
