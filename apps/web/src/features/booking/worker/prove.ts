import type { ProofChallenge } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';

/** Computes a proof of work in a worker. Null if there is none in reasonable time, or no worker. */
export function prove(challenge: ProofChallenge): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
    const finish = (proof: string | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(proof);
    };
    const timer = setTimeout(() => finish(null), MAX_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => finish(data));
    worker.addEventListener('error', () => finish(null));
    worker.postMessage(challenge);
  });
}

/** Longer than the hardest proof takes on a slow phone. */
const MAX_MS = MINUTE_MS;
