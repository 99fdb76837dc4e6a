import { type ReactNode, useLayoutEffect } from 'react';
import { Mark } from './brand.tsx';

interface OfflinePageProps {
  children: ReactNode;
  heading?: 'h1' | 'h2' | undefined;
  onRetry: () => void;
}

/** In place of a page that cannot be shown without a network. */
export function OfflinePage({ children, heading: Heading = 'h2', onRetry }: OfflinePageProps) {
  return (
    <div className="notice within" role="alert">
      <Mark size={36} />
      <Heading>You are offline</Heading>
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
export function UnloadedPage({ heading, onRetry }: Pick<OfflinePageProps, 'heading' | 'onRetry'>) {
  // Before the page can be seen: the network may be back right after that.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <OfflinePage heading={heading} onRetry={onRetry}>
      This page was not opened before, so it is not here yet.
    </OfflinePage>
  );
}
