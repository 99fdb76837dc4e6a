import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, fakeServer } from '../test/fake-server.ts';
import { signInAs } from '../test/fixtures.ts';
import { renderApp } from '../test/render-app.tsx';
import { listEarlyRequests } from './early-requests.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const PATIENCE = { timeout: 10_000 };

test.each(['/dashboard', '/tasks?view=today', '/calendar-flow?view=day&date=2026-11-03', '/settings'])(
  'what %s requests ahead replaces what it reads',
  async (address) => {
    signInAs();
    const server = fakeServer({
      'GET /tasks': () =>
        answer({ success: true, tasks: [], counts: {}, projects: [], nextCursor: null, message: '' }),
    });
    const [pathname = '', search = ''] = address.split('?');
    const ahead = listEarlyRequests({ pathname, search }, new Date());
    const countAll = () =>
      ahead.map(
        (path) => server.seen.filter((one) => path === one.path + (one.query && `?${one.query}`)).length,
      );
    /** The requests of a visit, once as many queries as given have data. */
    const visit = async (requests: readonly string[], leastQueries: number) => {
      server.seen.length = 0;
      const { queryClient } = renderApp(address, {}, requests);
      const queries = () => queryClient.getQueryCache().getAll();
      await vi.waitFor(() => {
        expect(Math.min(...countAll())).toBeGreaterThan(0);
        expect(queries().length).toBeGreaterThanOrEqual(leastQueries);
        expect(queryClient.isFetching()).toBe(0);
      }, PATIENCE);
      cleanup();
      return { counts: countAll(), queries: queries().length };
    };
    const usual = await visit([], ahead.length);
    const early = await visit(ahead, usual.queries);
    // In strict mode some requests are sent twice; an answer that nobody takes would be one more.
    early.counts.forEach((count, index) => expect(count).toBeLessThanOrEqual(usual.counts[index] ?? 0));
  },
);
