import type { ImportReport } from '@dayloom/contracts';
import { createStore } from '#lib/store.ts';

export type ImportState =
  | { step: 'idle' }
  /** `share`: sent share of the bytes; `events`: number read by the server so far. */
  | { step: 'running'; fileName: string; share: number; events: number }
  | { step: 'done'; fileName: string; report: ImportReport }
  | { step: 'failed'; fileName: string; message: string };

interface Run {
  state: ImportState;
  stop: AbortController | null;
}

/** The one import of this browser tab. */
export const currentImport = createStore<Run>({ state: { step: 'idle' }, stop: null });

function set(next: Run): void {
  // Adding the same listener twice has no effect.
  if (next.stop) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
  currentImport.set(next);
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * An import belongs to no page, so leaving the settings does not end it, and closing the tab asks first. `update` has no effect after another run began or this one was stopped.
 */
export function beginImport(fileName: string) {
  stopImport();
  const stop = new AbortController();
  set({ stop, state: { step: 'running', fileName, share: 0, events: 0 } });
  const isCurrent = () => currentImport.get().stop === stop;
  return {
    signal: stop.signal,
    update: (progress: { share?: number; events?: number }) => {
      const { state } = currentImport.get();
      if (isCurrent() && state.step === 'running') set({ stop, state: { ...state, ...progress } });
    },
    end: (state: ImportState) => isCurrent() && set({ stop: null, state }),
  };
}

/** Aborts the running import and clears its state: on Cancel, and when the session ends. */
export function stopImport(): void {
  const { stop, state } = currentImport.get();
  stop?.abort();
  if (state.step !== 'idle') set({ stop: null, state: { step: 'idle' } });
}
