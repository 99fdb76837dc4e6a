import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { FakeWorker } from './fake-worker.ts';

/** Width for `matchMedia`; tests of the drawer reduce it. */
export const viewport = { width: 1440 };

// Generous: the first test of a file also loads the page's modules from disk.
configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message?.split('\n')[0]) });

// React's warnings name where each element was made, from a stack that costs a fifth of all time. It stops by itself
// after 10,000 elements a second; here it stops at once.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
);

beforeEach(() => {
  viewport.width = 1440;
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('Worker', FakeWorker);
  // Nothing has a size here.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', (query: string) => {
    const least = Number(/min-width:\s*([\d.]+)px/.exec(query)?.[1] ?? 0);
    const most = Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const matches = query.includes('width') && viewport.width >= least && viewport.width <= most;
    return { matches, media: query, addEventListener() {}, removeEventListener() {} };
  });
});

afterEach(() => {
  cleanup();
  // They outlive the page of a test.
  toast.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
