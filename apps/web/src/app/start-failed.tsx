import { Mark } from '../ui/brand.tsx';

/** Shown when the server did not send its sign-in configuration: nothing else can be shown without it. */
export function StartFailed({ errorId, onRetry }: { errorId: string; onRetry: () => void }) {
  return (
    <main className="notice">
      <Mark size={40} />
      <div role="alert">
        <h1>The server cannot be reached</h1>
        <p>Check the connection. Nothing that you did is lost.</p>
      </div>
      <div className="row">
        <button type="button" className="button button-contained" onClick={onRetry}>
          Try again
        </button>
      </div>
      <span className="fine">Error ID: {errorId}</span>
    </main>
  );
}
