/** The Network Information API, which not every browser has. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

const readConnection = () => (navigator as Navigator & { connection?: Connection }).connection ?? {};

/** Whether the person has asked the browser to spare data. */
export const isSavingData = (): boolean => readConnection().saveData ?? false;

/** On a slow line, what is loaded ahead would compete with what the person does. */
export function isLoadingAheadWanted(): boolean {
  return !isSavingData() && (readConnection().effectiveType ?? '4g') === '4g';
}

/** Runs when the browser has nothing else to do; in Safari, which does not say when that is, in a moment. */
export function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work);
  else setTimeout(work);
}

/** A step takes about this long, in milliseconds. */
const STEP_MS = 3;
/** A page that is never idle takes all steps at once after this. */
const MAX_WAIT_MS = 500;

/** Takes the steps of a long computation while the browser has nothing else to do, then calls `onDone`. */
export function stepWhenIdle(steps: Iterator<void>, onDone: () => void): void {
  const work = (deadline?: IdleDeadline) => {
    for (;;) {
      if (steps.next().done) return onDone();
      if (deadline && !deadline.didTimeout && deadline.timeRemaining() < STEP_MS) return schedule();
    }
  };
  const schedule = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: MAX_WAIT_MS });
    else setTimeout(() => work());
  };
  schedule();
}
