import { useLayoutEffect } from 'react';
import { Mark } from './brand.tsx';

/** In place of a page whose files were not loaded before the network went away. It opens when it is back. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  // Before the page can be seen: the network may be back right after that.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div className="notice within" role="alert">
      <Mark size={36} />
      <h2>You are offline</h2>
      <p>
        This page was not opened before, so it is not here yet. It opens as soon as the connection is back.
      </p>
      <div className="row">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  );
}
