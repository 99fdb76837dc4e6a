import { useEffect } from 'react';

type Load = () => Promise<unknown>;

/** The Network Information API, which not every browser has. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** On a slow line, what is loaded ahead would compete with what the person does. */
export function isLoadingAheadWanted(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    (navigator as Navigator & { connection?: Connection }).connection ?? {};
  return !saveData && effectiveType === '4g';
}

/** Loads scripts of the page that are not needed before a click, once it is complete and the browser idle. */
export function useLoadAhead(scripts: readonly Load[], isPageComplete: boolean): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!isPageComplete || !isLoadingAheadWanted() || !window.requestIdleCallback) return;
    const handle = window.requestIdleCallback(() => {
      // A failure shows when the script is needed.
      for (const load of scripts) load().catch(() => {});
    });
    return () => window.cancelIdleCallback(handle);
  }, [scripts, isPageComplete]);
}
