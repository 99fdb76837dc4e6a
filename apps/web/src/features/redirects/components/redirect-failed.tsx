import type { ReactNode } from 'react';
import { Mark } from '#ui/brand.tsx';

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
