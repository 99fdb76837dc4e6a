import { useEffect } from 'react';
import { reportError } from '../lib/error-reports.ts';
import { Mark } from './brand.tsx';

/** Replaces a page that failed, while the shell keeps working. */
export function FeatureCrash({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    console.error('A feature failed', error);
    reportError(error, 'feature');
  }, [error]);
  return (
    <div className="notice within" role="alert">
      <Mark size={36} />
      <h1>Oops! Something went wrong</h1>
      <p>We couldn't load the features. This might be a temporary issue.</p>
      <div className="row">
        <button type="button" className="button button-contained" onClick={onRetry}>
          Try Again
        </button>
      </div>
    </div>
  );
}
