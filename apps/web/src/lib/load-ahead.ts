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

/** A page that keeps moving on a slow machine is never idle. */
const MAX_IDLE_WAIT_MS = 2000;

/** Runs when the browser has nothing else to do, but not later than in two seconds; in Safari in a moment. */
export function whenIdle(work: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(work);
}

/** A step takes about this long, in milliseconds. */
const STEP_MS = 3;
/** After this, a page that is never idle takes all steps at once. */
const MAX_STEP_WAIT_MS = 500;

/** Takes the steps of a long computation while the browser has nothing else to do, then calls `onDone`. */
export function stepWhenIdle(steps: Iterator<void>, onDone: () => void): void {
  const work = (deadline?: IdleDeadline) => {
    for (;;) {
      if (steps.next().done) return onDone();
      if (deadline && !deadline.didTimeout && deadline.timeRemaining() < STEP_MS) return schedule();
    }
  };
  const schedule = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: MAX_STEP_WAIT_MS });
    else setTimeout(() => work());
  };
  schedule();
}
