import { Worker } from 'node:worker_threads';

const IDLE_MS = 30_000;

export interface ComputeRequest {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly argument: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Runs pure functions beside the event loop, so that a long computation holds up no request. */
export interface Compute {
  /** Calls the export `name` of `module` with a cloneable argument. */
  run<Result>(module: URL, name: string, argument: unknown): Promise<Result>;
  close(): Promise<void>;
}

/** One thread, started when it is first needed and ended when it has been idle: memory is for the living. */
export function openCompute(): Compute {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const settle = ({ id, value, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value as never);
    else call?.reject(error);
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
    run<Result>(module: URL, name: string, argument: unknown) {
      clearTimeout(idle);
      worker ??= start();
      const request: ComputeRequest = { id: ++lastId, module: module.href, name, argument };
      return new Promise<Result>((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker?.postMessage(request);
      });
    },
    async close() {
      clearTimeout(idle);
      await stop();
    },
  };
}
