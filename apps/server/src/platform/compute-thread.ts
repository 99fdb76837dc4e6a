import { parentPort } from 'node:worker_threads';
import type { ComputeRequest } from './compute.ts';

/** The thread of `compute.ts`: one request after the other. */
parentPort?.on('message', (request) => void answer(request));

async function answer({ id, module, name, argument }: ComputeRequest): Promise<void> {
  try {
    const exports = await import(module);
    parentPort?.postMessage({ id, value: await exports[name](argument) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
}
