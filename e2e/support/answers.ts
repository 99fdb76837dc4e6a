import type { Page } from 'playwright-core';

/** An event in Chromium's traces; times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly id2?: { readonly local?: string };
  readonly args?: { readonly data?: { readonly interactionId?: number; readonly type?: string } };
}

/**
 * What the main thread computes from a click or key until the page shows something new (Event Timing), in milliseconds:
 * the most of all that happen during the walk. It is processor time, since other work on the machine lengthens the
 * clock's time.
 */
export async function measureAnswer(page: Page, walk: () => Promise<unknown>): Promise<number> {
  // Nobody presses the next key before the page has shown what the last one did.
  await page.evaluate(waitForRest);
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  let trace: Buffer;
  try {
    await walk();
    // A picture is taken after the frames before it were shown.
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const events = traceEvents.toSorted((one, other) => one.ts - other.ts);
  const answers = events.filter(isAnswer);
  if (answers.length === 0) throw new Error('The trace has no click and no key');
  return Math.max(...answers.map((answer) => computeCost(answer, events)));
}

/**
 * Until the page has painted and has nothing more to compute. Without a timeout Chromium sometimes calls back only
 * minutes later, when nothing is drawn meanwhile.
 */
const waitForRest = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      requestIdleCallback(() => resolve(), { timeout: 2_000 });
    });
  });

/** Nobody waits for what a page does when a key goes up. */
const isAnswer = ({ name, ph, args }: TraceEvent) =>
  name === 'EventTiming' &&
  ph === 'b' &&
  (args?.data?.interactionId ?? 0) > 0 &&
  args?.data?.type !== 'keyup';

function computeCost(answer: TraceEvent, events: readonly TraceEvent[]): number {
  const shown = events.find(
    ({ name, ph, pid, id2, ts }) =>
      name === 'EventTiming' &&
      ph === 'e' &&
      pid === answer.pid &&
      id2?.local === answer.id2?.local &&
      ts >= answer.ts,
  );
  if (!shown) throw new Error('The trace ends before the page has answered');
  let cost = 0;
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (name !== 'RunTask' || pid !== answer.pid || tid !== answer.tid) continue;
    // Only the share of a task that lies within counts.
    const within = Math.min(ts + dur, shown.ts) - Math.max(ts, answer.ts);
    if (within > 0) cost += (tdur * within) / Math.max(dur, 1);
  }
  return cost / 1_000;
}
