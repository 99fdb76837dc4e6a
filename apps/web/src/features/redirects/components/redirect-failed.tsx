import type { ReactNode } from 'react';
import { Mark } from '#ui/brand.tsx';

/** The session storage is full or off. */
export function RedirectNotStored() {
  return (
    <RedirectFailed>
      Your browser does not let this site store data for the session, so the link cannot be remembered. Allow
      it in the browser’s settings, then open the link again.
    </RedirectFailed>
  );
}

export function RedirectFailed({ children: reason }: { children: ReactNode }) {
  return (
    <main className="notice">
      <Mark size={40} />
      <h1>Unable to Process Redirect</h1>
      <p>{reason}</p>
      <div className="row">
        <a className="button button-contained" href="/">
          Return to Home
        </a>
      </div>
    </main>
  );
}
