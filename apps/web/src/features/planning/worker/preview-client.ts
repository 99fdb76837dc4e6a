import { MINUTE_MS } from '@dayloom/time';
import type { AskMessage, PlanningData, PreviewMessage, PreviewWeek, Question } from './questions.ts';

/** An idle planner is stopped to free its memory. */
const IDLE_MS = MINUTE_MS;
/** Slow questions are aborted when no longer needed; others finish sooner than a new worker starts. */
const LONG: ReadonlySet<Question['kind']> = new Set(['fixes']);

interface Waiting {
  readonly data: PlanningData;
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

const queue: Waiting[] = [];
let worker: Worker | null = null;
let known: PlanningData | null = null;
let current: (Waiting & { readonly id: number }) | null = null;
let lastId = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Asks the planner in the worker, which starts with the first question. Aborted questions are never sent; an
 * aborted long question that is already running is stopped for the next one.
 */
export function preview<Asked extends Question>(
  data: PlanningData,
  question: Asked,
  signal: AbortSignal,
): Promise<PreviewWeek<Asked['kind']>> {
  return new Promise((resolve, reject) => {
    queue.push({ data, question, signal, resolve, reject });
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      next();
    });
    next();
  });
}

function next(): void {
  const isGivenUp = current !== null && current.signal.aborted && LONG.has(current.question.kind);
  if (isGivenUp && queue.some(({ signal }) => !signal.aborted)) stop();
  if (current) return;
  const waiting = queue.shift();
  if (!waiting) {
    clearTimeout(idle);
    idle = setTimeout(stop, IDLE_MS);
    return;
  }
  if (waiting.signal.aborted) {
    waiting.reject(waiting.signal.reason);
    next();
    return;
  }
  clearTimeout(idle);
  worker ??= start();
  current = { ...waiting, id: ++lastId };
  const { data, question, id } = current;
  worker.postMessage({ id, question, ...(data !== known && { data }) } satisfies AskMessage);
  known = data;
}

function start(): Worker {
  const fresh = new Worker(new URL('./planner-worker.ts', import.meta.url), { type: 'module' });
  fresh.addEventListener('message', ({ data: message }: MessageEvent<PreviewMessage>) => {
    if (message.id !== current?.id) return;
    const { resolve, reject } = current;
    current = null;
    if (message.error === undefined) resolve(message.result as never);
    else reject(new Error(message.error));
    next();
  });
  fresh.addEventListener('error', () => {
    const failed = current;
    stop();
    failed?.reject(new Error('The planner in the page could not be started'));
    next();
  });
  return fresh;
}

function stop(): void {
  worker?.terminate();
  worker = null;
  known = null;
  current = null;
}
