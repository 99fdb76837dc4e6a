import type { ReactNode } from 'react';

declare global {
  interface Window {
    /** Set only by tests, before the page loads: the crash screen to show. */
    __DAYLOOM_TEST_CRASH__?: 'app' | 'feature' | undefined;
  }
}

/** Throws while a test asks for it. */
export function crashOnRequest(where: 'app' | 'feature'): void {
  if (window.__DAYLOOM_TEST_CRASH__ === where) throw new Error(`A test asked for a crash of the ${where}`);
}

export function CrashProbe({ children }: { children: ReactNode }) {
  crashOnRequest('feature');
  return children;
}
