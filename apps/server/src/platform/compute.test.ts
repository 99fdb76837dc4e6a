import { afterAll, describe, expect, it } from 'vitest';
import { openCompute } from './compute.ts';

const compute = openCompute();
afterAll(() => compute.close());

/** Counts until it is stopped and often reports the count. */
const counting = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export function count(step, { signal, report }) {
      let number = 0;
      while (!signal.aborted) if (++number % step === 0) report(number);
      return 'stopped';
    }
    export const double = (number) => 2 * number;
    export const fail = () => { throw new Error('not today'); };
  `)}`,
);

describe('the computing thread', () => {
  it('returns results and errors', async () => {
    await expect(compute.run(counting, 'double', 21)).resolves.toBe(42);
    await expect(compute.run(counting, 'fail', null)).rejects.toThrow('not today');
  });

  it('reports progress, and stops when the request is aborted', async () => {
    const stop = new AbortController();
    const received: number[] = [];
    const onProgress = (number: number) => {
      received.push(number);
      stop.abort();
    };
    const answer = compute.run(counting, 'count', 1_000, { signal: stop.signal, onProgress });
    expect(compute.underWay).toBe(1);
    await expect(answer).resolves.toBe('stopped');
    expect(received[0]).toBe(1_000);
    expect(compute.underWay).toBe(0);
  });

  it('does not start a request that was aborted in the queue', async () => {
    await expect(compute.run(counting, 'count', 1, { signal: AbortSignal.abort() })).resolves.toBe('stopped');
  });
});
