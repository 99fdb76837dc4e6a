import { type ReactNode, useLayoutEffect } from 'react';
import { Mark } from './brand.tsx';

/** In place of a page that cannot be shown without a network. */
export function OfflinePage({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className="notice within" role="alert">
      <Mark size={36} />
      <h2>You are offline</h2>
      <p>{children} This opens as soon as the connection is back.</p>
      <div className="row">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  );
}

/** For a page whose files were not loaded before the network went away. */
export function UnloadedPage({ onRetry }: { onRetry: () => void }) {
  // Before the page can be seen: the network may be back right after that.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return <OfflinePage onRetry={onRetry}>This page was not opened before, so it is not here yet.</OfflinePage>;
}
