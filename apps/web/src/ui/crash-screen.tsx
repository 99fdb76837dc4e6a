import { useEffect, useState } from 'react';
import { reportError } from '../lib/error-reports.ts';
import { Mark } from './brand.tsx';
import { describeCrash } from './crash-details.ts';

/** Shown when the app itself fails. Plain elements only: other components may be what failed. */
export function CrashScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [details] = useState(() =>
    describeCrash(error, new Date(), window.location.href, navigator.userAgent),
  );
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    console.error(`Error id ${details.id}`, error);
    reportError(error, 'app', details.id);
  }, [details.id, error]);
  const report = async () => {
    try {
      await navigator.clipboard.writeText(details.text);
      setIsCopied(true);
    } catch (copyError) {
      console.error('Failed to copy error details', copyError, details.text);
      window.alert(`Failed to copy the error details. Please note the error id: ${details.id}`);
    }
  };
  return (
    <main className="notice">
      <Mark size={40} />
      <div role="alert">
        <h1>Oops! Something went wrong</h1>
        <p>
          We encountered an unexpected error. This has been logged and our team has been notified. Please try
          refreshing the page or contact support if the problem persists.
        </p>
      </div>
      <div className="row">
        <button type="button" className="button button-contained" onClick={onRetry}>
          Try Again
        </button>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload Page
        </button>
        <button type="button" className="button" onClick={() => window.location.assign('/')}>
          Go Home
        </button>
      </div>
      <div className="row">
        <span className="fine">Error ID: {details.id}</span>
        <button type="button" className="button button-text" onClick={() => void report()}>
          {isCopied ? 'Error details copied' : 'Report this error'}
        </button>
      </div>
    </main>
  );
}
