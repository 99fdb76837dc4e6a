import { describe, expect, it } from 'vitest';
import { openSignIn, openTestServer } from '../test/server.ts';
import { PASSWORD_COST } from './passwords.ts';

const server = await openTestServer(
  { SIGN_IN_TRIES: '1000', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'fatal' },
  { poolSize: 8, passwordCost: PASSWORD_COST },
);
const user = await server.signUp();

const MEGABYTE = 1024 * 1024;

/** Calls the API one request after another until `work` is done. */
async function callDuring(work: Promise<unknown>): Promise<{ milliseconds: number; status: number }[]> {
  const over = new AbortController();
  const finished = work.finally(() => over.abort());
  const calls: { milliseconds: number; status: number }[] = [];
  while (!over.signal.aborted) {
    const since = performance.now();
    const { status } = await user.call('GET', '/api/user/profile');
    calls.push({ milliseconds: performance.now() - since, status });
  }
  await finished;
  return calls;
}

describe('a burst of wrong passwords', () => {
  it('of 150 at once does not delay signed-in users, and uses little memory', async () => {
    const signIns = await Promise.all(Array.from({ length: 150 }, () => openSignIn(server.app)));
    const before = process.memoryUsage.rss();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss());
    }, 10);
    const posts = Promise.all(
      signIns.map((signIn, index) =>
        signIn.post(signIn.page, { email: `nobody-${index}@example.com`, password: 'wrong' }),
      ),
    );
    const calls = await callDuring(posts);
    clearInterval(watch);
    const replies = await posts;

    expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    const sorted = calls.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
    const megabytes = (highest - before) / MEGABYTE;
    // Without the limit this took seconds. The bound allows for a machine under other load.
    expect(p95).toBeLessThan(1_000);
    expect(megabytes).toBeLessThan(450);

    const checked = replies.filter(({ statusCode }) => statusCode === 303);
    const refused = replies.filter(({ statusCode }) => statusCode !== 303);
    expect(checked.length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) } });
      expect(reply.body).toContain('Too many people are signing in');
    }
  });

  it('does not count rejected tries', async () => {
    const { failures } = await server.app.platform.db
      .selectFrom('identity_attempts')
      .select(({ fn }) => fn.sum<string>('failures').as('failures'))
      .where('key', 'like', 'sign-in:email:nobody-149@%')
      .executeTakeFirstOrThrow();
    expect(Number(failures)).toBe(0);
  });

  it('also limits creating accounts and choosing passwords', async () => {
    const signIns = await Promise.all(
      Array.from({ length: 30 }, () => openSignIn(server.app, { screen_hint: 'signup' })),
    );
    const replies = await Promise.all(
      signIns.map((signIn, index) =>
        signIn.post(signIn.page, {
          firstName: 'Ada',
          lastName: 'Byron',
          email: `new-${index}@example.com`,
          password: 'a long password',
        }),
      ),
    );
    const refused = replies.filter(({ statusCode }) => statusCode !== 303);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) } });
      expect(reply.headers['content-type']).toContain('text/html');
    }
  });
});
