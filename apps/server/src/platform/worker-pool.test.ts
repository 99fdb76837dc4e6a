import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from './errors.ts';
import { ProviderFailure } from './provider-failure.ts';
import { openWorkerPool } from './worker-pool.ts';

const pool = openWorkerPool({ threads: 2, callMs: 800, memoryMb: 64 });
afterAll(() => pool.close());

const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export const double = (number) => 2 * number;
    export const fail = () => { throw new Error('not today'); };
    export const spin = () => { for (;;); };
    export const tell = (times, { report }) => { for (let i = 1; i <= times; i += 1) report(i); return 'told'; };
    export const fill = () => { const all = []; for (;;) all.push(new Array(1000).fill(Math.random())); };
  `)}`,
);
const refusals = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { AppError } from '${new URL('./errors.ts', import.meta.url).href}';
    import { ProviderFailure } from '${new URL('./provider-failure.ts', import.meta.url).href}';
    export const refuse = () => { throw new AppError('not_found', 'Gone.', { fields: { a: 'is gone' } }); };
    export const fail = () => { throw new ProviderFailure('rate_limited', 'Later.', { retryAfterSeconds: 3, providerCode: '429' }); };
  `)}`,
);
const run = <Result>(owner: string, name: string, argument: unknown = null, signal?: AbortSignal) =>
  pool.run<Result>({ owner, module, name, argument, signal });

describe('the worker pool', () => {
  it('returns results, reports and errors', async () => {
    expect(await run('a', 'double', 21)).toBe(42);
    await expect(run('a', 'fail')).rejects.toThrow('not today');
    const received: number[] = [];
    const onProgress = (number: number) => received.push(number);
    await pool.run({ owner: 'a', module, name: 'tell', argument: 3, onProgress });
    expect(received).toEqual([1, 2, 3]);
  });

  it('passes on refusals unchanged', async () => {
    const roomy = openWorkerPool({ threads: 1, callMs: 60_000, memoryMb: 512 });
    const call = (name: string) => roomy.run({ owner: 'a', module: refusals, name, argument: null });
    const refused = await call('refuse').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'not_found', message: 'Gone.', fields: { a: 'is gone' } });
    const failed = await call('fail').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProviderFailure);
    expect(failed).toMatchObject({
      kind: 'rate_limited',
      message: 'Later.',
      retryAfterSeconds: 3,
      providerCode: '429',
    });
    await roomy.close();
  });

  it('does not count the time until a thread has loaded its module', async () => {
    const slow = new URL(
      `data:text/javascript,${encodeURIComponent(`
        await new Promise((resolve) => setTimeout(resolve, 500));
        export const double = (number) => 2 * number;
      `)}`,
    );
    const hasty = openWorkerPool({ threads: 1, callMs: 400, memoryMb: 64 });
    expect(await hasty.run({ owner: 'a', module: slow, name: 'double', argument: 21 })).toBe(42);
    await hasty.close();
  });

  it('ends calls that take too long, and continues with a new thread', async () => {
    await expect(run('a', 'spin')).rejects.toMatchObject({ code: 'unprocessable' });
    expect(await run('a', 'double', 4)).toBe(8);
  });

  it('ends calls that take too much memory', async () => {
    await expect(run('a', 'fill')).rejects.toMatchObject({ code: 'unprocessable' });
    expect(await run('a', 'double', 4)).toBe(8);
  });

  it('does not let others wait for the slow calls of one owner', async () => {
    const order: string[] = [];
    const slow = [1, 2, 3].map(() =>
      run('slow', 'spin').catch(() => {
        order.push('slow');
      }),
    );
    await run('quick', 'double', 1);
    order.push('quick');
    await run('another', 'double', 1);
    order.push('another');
    await Promise.all(slow);
    expect(order).toEqual(['quick', 'another', 'slow', 'slow', 'slow']);
  });

  it('ends aborted calls, running or queued', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [run('a', 'spin', null, first.signal), run('a', 'spin', null, second.signal)];
    second.abort(new Error('second left'));
    await expect(calls[1]).rejects.toThrow('second left');
    first.abort(new Error('first left'));
    await expect(calls[0]).rejects.toThrow('first left');
    expect(await run('a', 'double', 4)).toBe(8);
  });
});
