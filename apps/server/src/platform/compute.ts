import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '@dayloom/time';
import type { PostedError } from './posted-error.ts';
import { fromPostedError } from './thread-errors.ts';

/** Starting the thread again takes longer than a first plan may take. */
const IDLE_MS = 15 * MINUTE_MS;

export interface ComputeRequest {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly argument: unknown;
  /** One number in shared memory: not 0 once the caller has cancelled. */
  readonly stopped: SharedArrayBuffer;
}

/** The second argument of a function on the computing thread. */
export interface WorkerData {
  readonly signal: { readonly aborted: boolean };
  /** Reports progress to the caller; any value that structured clone supports. */
  readonly report: (progress: unknown) => void;
  /** Milliseconds since some moment in the past. */
  readonly stopwatch: () => number;
}

export interface ComputeOptions {
  /** Visible to the function while it runs. The function decides what to return after an abort. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: never) => void) | undefined;
}

interface ComputeResponse {
  readonly id: number;
  /** The thread and the module are loaded, and the function begins. */
  readonly isStarted?: boolean;
  readonly value?: unknown;
  readonly error?: PostedError;
  readonly progress?: unknown;
}

interface Waiting {
  onProgress(progress: unknown): void;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Runs pure functions on a separate thread, so that a long computation does not block the event loop. */
export interface Compute {
  /** Calls the export `name` of `module`. Structured clone must support the argument. */
  run<Result>(module: URL, name: string, argument: unknown, options?: ComputeOptions): Promise<Result>;
  /** Number of calls that run or wait. */
  readonly underWay: number;
  close(): Promise<void>;
}

/** Opens one thread, which starts on first use and ends when idle to free its memory. */
export function openCompute(): Compute {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const settle = ({ id, isStarted, value, error, progress }: ComputeResponse) => {
    if (isStarted) return;
    const call = waiting.get(id);
    if (progress !== undefined) {
      call?.onProgress(progress);
      return;
    }
    waiting.delete(id);
    if (error === undefined) call?.resolve(value as never);
    else call?.reject(fromPostedError(error));
    if (waiting.size === 0) idle = setTimeout(() => void stop(), IDLE_MS).unref();
  };
  const failAll = (error: unknown) => {
    worker = undefined;
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  const start = () => {
    const fresh = new Worker(new URL('./compute-thread.ts', import.meta.url));
    fresh.unref();
    fresh.on('message', settle);
    fresh.on('error', failAll);
    fresh.on('exit', () => {
      if (worker === fresh) failAll(new Error('The computing thread ended.'));
    });
    return fresh;
  };
  const stop = () => {
    const old = worker;
    worker = undefined;
    return old?.terminate();
  };

  return {
    get underWay() {
      return waiting.size;
    },
    run<Result>(module: URL, name: string, argument: unknown, { signal, onProgress }: ComputeOptions = {}) {
      clearTimeout(idle);
      worker ??= start();
      const stopped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      const request: ComputeRequest = { id: ++lastId, module: module.href, name, argument, stopped };
      const stop = () => void Atomics.store(new Int32Array(stopped), 0, 1);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
      return new Promise<Result>((resolve, reject) => {
        const report = onProgress as ((progress: unknown) => void) | undefined;
        waiting.set(request.id, { resolve, reject, onProgress: (progress) => report?.(progress) });
        worker?.postMessage(request);
      }).finally(() => signal?.removeEventListener('abort', stop));
    },
    async close() {
      clearTimeout(idle);
      await stop();
    },
  };
}
