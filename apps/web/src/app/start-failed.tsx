import { Mark } from '../ui/brand.tsx';

/** The server did not say how to sign in; without that there is nothing to show. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="notice" role="alert">
      <Mark size={40} />
      <h1>The server cannot be reached</h1>
      <p>Check the connection. Nothing that you did is lost.</p>
      <div className="row">
        <button type="button" className="button primary" onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  );
}
