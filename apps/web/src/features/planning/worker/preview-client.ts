import type { AskMessage, PlanningData, PreviewMessage, PreviewOf, Question } from './questions.ts';

/** A planner that nobody asks is let go, with its memory. */
const IDLE_MS = 60_000;
/** What may take seconds is broken off when nobody waits for it; the rest is sooner answered than begun anew. */
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
 * Asks the planner in the worker, which is started with the first question. A question that is not waited for any
 * more is not asked at all; a long one that is being answered gives way to the next.
 */
export function preview<Asked extends Question>(
  data: PlanningData,
  question: Asked,
  signal: AbortSignal,
): Promise<PreviewOf<Asked['kind']>> {
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
