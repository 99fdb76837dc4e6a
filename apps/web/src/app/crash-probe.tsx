import { Outlet } from 'react-router';

declare global {
  interface Window {
    /** Set by a test before the page loads: which crash screen it wants to see. Nothing else can set it. */
    __DAYLOOM_TEST_CRASH__?: 'app' | 'feature' | undefined;
  }
}

/** Fails on request of a test, for as long as it asks. */
export function crashOnRequest(where: 'app' | 'feature'): void {
  if (window.__DAYLOOM_TEST_CRASH__ === where) throw new Error(`A test asked for a crash of the ${where}`);
}

export function CrashProbe() {
  crashOnRequest('feature');
  return <Outlet />;
}
