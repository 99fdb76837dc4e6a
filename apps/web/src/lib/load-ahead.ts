/** The Network Information API, which not every browser has. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

const readConnection = () => (navigator as Navigator & { connection?: Connection }).connection ?? {};

/** Whether the person has asked the browser to spare data. */
export const isSparing = (): boolean => readConnection().saveData ?? false;

/** On a slow line, what is loaded ahead would compete with what the person does. */
export function isLoadingAheadWanted(): boolean {
  return !isSparing() && (readConnection().effectiveType ?? '4g') === '4g';
}

/** Runs when the browser has nothing else to do; in Safari, which does not say when that is, in a moment. */
export function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work);
  else setTimeout(work);
}
