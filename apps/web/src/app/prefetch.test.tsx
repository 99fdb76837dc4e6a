import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createRouter } from '#lib/router.ts';
import { RouterProvider } from '#lib/use-router.tsx';
import { createMemoryHistory } from '../test/memory-history.ts';
import { PrefetchNextPage } from './prefetch.tsx';

const idle: (() => void)[] = [];
const runIdle = () => act(() => idle.splice(0).forEach((callback) => callback()));

afterEach(() => {
  cleanup();
  idle.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
  act(() => onlineManager.setOnline(true));
});

function renderAt(path: string, connection?: { saveData?: boolean; effectiveType?: string }) {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => void idle.splice(handle - 1, 1));
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
  const loaded: string[] = [];
  const pages = {
    '/tasks': async () => void loaded.push('/tasks'),
    '/calendar-flow': async () => void loaded.push('/calendar-flow'),
  };
  const queryClient = new QueryClient();
  const show = (shown: string) => (
    <QueryClientProvider client={queryClient}>
      <RouterProvider key={shown} router={createRouter(createMemoryHistory(shown), () => null)}>
        {() => <PrefetchNextPage pages={pages} />}
      </RouterProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(show(path));
  return { loaded, queryClient, goTo: (next: string) => rerender(show(next)) };
}

test('loads the page that people open next when the browser is idle', async () => {
  const { loaded, goTo } = renderAt('/dashboard');
  expect(loaded).toEqual([]);
  runIdle();
  expect(loaded).toEqual(['/calendar-flow']);
  goTo('/calendar-flow');
  runIdle();
  expect(loaded).toEqual(['/calendar-flow', '/tasks']);
});

test('loads it in two seconds at the latest when the browser is never idle', () => {
  vi.useFakeTimers();
  const { loaded, goTo } = renderAt('/chat');
  runIdle();
  vi.stubGlobal('requestIdleCallback', (callback: () => void, { timeout }: IdleRequestOptions = {}) => {
    if (timeout !== undefined) setTimeout(callback, timeout);
  });
  goTo('/tasks');
  act(() => void vi.advanceTimersByTime(1999));
  expect(loaded).toEqual(['/calendar-flow']);
  act(() => void vi.advanceTimersByTime(1));
  expect(loaded).toEqual(['/calendar-flow', '/calendar-flow']);
});

test('waits until the page has its data', async () => {
  const { loaded, queryClient, goTo } = renderAt('/chat');
  runIdle();
  let finish: (() => void) | undefined;
  const fetching = queryClient.fetchQuery({
    queryKey: ['tasks'],
    queryFn: () => new Promise((resolve) => (finish = () => resolve(1))),
  });
  await waitFor(() => expect(finish).toBeDefined());
  goTo('/tasks');
  runIdle();
  expect(loaded).toEqual(['/calendar-flow']);
  await act(async () => {
    finish?.();
    await fetching;
  });
  await waitFor(() => expect(idle.length).toBeGreaterThan(0));
  runIdle();
  expect(loaded).toEqual(['/calendar-flow', '/calendar-flow']);
});

test.each([
  { connection: { saveData: true }, why: 'data is to be saved' },
  { connection: { effectiveType: '3g' }, why: 'the line is slow' },
])('loads nothing ahead when $why', ({ connection }) => {
  const { loaded } = renderAt('/dashboard', connection);
  runIdle();
  expect(loaded).toEqual([]);
});

test('loads nothing ahead without a network', () => {
  act(() => onlineManager.setOnline(false));
  const { loaded } = renderAt('/dashboard');
  runIdle();
  expect(loaded).toEqual([]);
});
