import { parentPort } from 'node:worker_threads';

/** The thread of `compute.ts`: one request after the other. */
parentPort?.on('message', async ({ id, module, name, argument }) => {
  try {
    const exports = await import(module);
    parentPort?.postMessage({ id, value: await exports[name](argument) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
