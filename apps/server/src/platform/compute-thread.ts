import { parentPort } from 'node:worker_threads';
import type { ComputeRequest, WorkerData } from './compute.ts';
import { toPostedError } from './posted-error.ts';

/** The thread behind `compute.ts`. It runs one request after another. */
parentPort?.on('message', (request) => void respond(request));

async function respond({ id, module, name, argument, stopped }: ComputeRequest): Promise<void> {
  const flag = new Int32Array(stopped);
  const workerData: WorkerData = {
    signal: {
      get aborted() {
        return Atomics.load(flag, 0) !== 0;
      },
    },
    report: (progress) => parentPort?.postMessage({ id, progress }),
    stopwatch: () => performance.now(),
  };
  try {
    const exports = await import(module);
    parentPort?.postMessage({ id, isStarted: true });
    parentPort?.postMessage({ id, value: await exports[name](argument, workerData) });
  } catch (error) {
    parentPort?.postMessage({ id, error: toPostedError(error) });
  }
}
