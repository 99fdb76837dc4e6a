import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '@dayloom/time';
import type { ComputeRequest } from './compute.ts';
import { AppError } from './errors.ts';
import type { PostedError } from './posted-error.ts';
import { fromPostedError } from './thread-errors.ts';

export interface PoolLimits {
  readonly threads: number;
  /** Limit of one call, from the start of its function. */
  readonly callMs: number;
  readonly memoryMb: number;
}

export interface PoolCall {
  /** The owner of the work. An owner has one running call; the owner's other calls wait. */
  readonly owner: string;
  readonly module: URL;
  readonly name: string;
  /** Any value that structured clone supports. */
  readonly argument: unknown;
  /** A limit for this call, shorter than the pool's. */
  readonly ms?: number;
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the function's progress reports. */
  readonly onProgress?: ((progress: never) => void) | undefined;
}

/**
 * Runs functions on text from other people on separate threads. A call that exceeds the time or memory limit
 * is ended together with its thread and refused. Other owners' calls continue on the other threads.
 */
export interface WorkerPool {
  run<Result>(call: PoolCall): Promise<Result>;
  close(): Promise<void>;
}

interface Queued extends PoolCall {
  resolve(value: never): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  call: Queued | null;
  onResponse(response: ThreadResponse): void;
  onFailure(error: Error & { readonly code?: string }): void;
}

type ThreadResponse = {
  readonly isStarted?: boolean;
  readonly progress?: unknown;
  readonly value?: unknown;
  readonly error?: PostedError;
};

const IDLE_MS = 30_000;
/** For the start of a thread and the load of a module, which is not the fault of the text, and slow on a busy machine. */
const START_MS = MINUTE_MS;

export function openWorkerPool({ threads: most, callMs, memoryMb }: PoolLimits): WorkerPool {
  const threads = new Set<Thread>();
  let queue: Queued[] = [];
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const end = async (thread: Thread) => {
    threads.delete(thread);
    await thread.worker.terminate();
  };
  const start = (): Thread => {
    const worker = new Worker(new URL('./compute-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    const thread: Thread = { worker, call: null, onResponse: () => {}, onFailure: () => {} };
    worker.on('message', (response: ThreadResponse) => thread.onResponse(response));
    worker.on('error', (error) => thread.onFailure(error));
    worker.on('exit', () => thread.onFailure(new Error('A worker thread ended.')));
    threads.add(thread);
    return thread;
  };

  /** Gives free threads the next calls of owners that have no running call. */
  const dispatch = () => {
    clearTimeout(idle);
    const owners = new Set([...threads].map(({ call }) => call?.owner));
    for (const call of queue) {
      if (owners.has(call.owner)) continue;
      const free = [...threads].find((thread) => thread.call === null);
      if (!free && threads.size >= most) return;
      owners.add(call.owner);
      queue = queue.filter((one) => one !== call);
      begin(free ?? start(), call);
    }
    if (queue.length === 0 && [...threads].every(({ call }) => call === null))
      idle = setTimeout(() => void Promise.all([...threads].map(end)), IDLE_MS).unref();
  };

  const begin = (thread: Thread, call: Queued) => {
    thread.call = call;
    lastId += 1;
    const request: ComputeRequest = {
      id: lastId,
      module: call.module.href,
      name: call.name,
      argument: call.argument,
      stopped: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    };
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', onAbort);
      thread.call = null;
      thread.onResponse = () => {};
      thread.onFailure = () => threads.delete(thread);
      settle();
      dispatch();
    };
    /** Ends the thread together with its call: its code cannot be trusted to stop. */
    const failCall = (error: unknown) =>
      finish(() => {
        void end(thread);
        call.reject(error);
      });
    const tooMuch = (cause?: unknown) =>
      new AppError(
        'unprocessable',
        'The file or event takes too much time or memory to read. Nothing was changed.',
        { cause },
      );
    const onAbort = () => failCall(call.signal?.reason);
    let timer = setTimeout(() => failCall(new Error('A worker thread did not start.')), START_MS);
    const startClock = () => {
      clearTimeout(timer);
      timer = setTimeout(() => failCall(tooMuch()), Math.min(callMs, call.ms ?? callMs));
    };
    call.signal?.addEventListener('abort', onAbort, { once: true });
    thread.onResponse = ({ isStarted, progress, value, error }) => {
      if (isStarted) startClock();
      else if (progress !== undefined) call.onProgress?.(progress as never);
      else if (error === undefined) finish(() => call.resolve(value as never));
      else finish(() => call.reject(fromPostedError(error)));
    };
    thread.onFailure = (error) =>
      failCall(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(error) : error);
    thread.worker.postMessage(request);
  };

  return {
    run<Result>(call: PoolCall) {
      return new Promise<Result>((resolve, reject) => {
        call.signal?.throwIfAborted();
        const queued: Queued = { ...call, resolve, reject };
        // A call that is aborted while it waits never starts.
        call.signal?.addEventListener(
          'abort',
          () => {
            if (!queue.includes(queued)) return;
            queue = queue.filter((one) => one !== queued);
            reject(call.signal?.reason as Error);
          },
          { once: true },
        );
        queue.push(queued);
        dispatch();
      });
    },
    async close() {
      clearTimeout(idle);
      const left = queue;
      queue = [];
      for (const call of left) call.reject(new Error('The server is stopping.'));
      await Promise.all([...threads].map(end));
    },
  };
}
