import type { CallProblem } from '../api.ts';

/** A page whose data did not come. */
export function NotLoaded({ problem, onRetry }: { problem: CallProblem; onRetry: () => void }) {
  const isUnknown = problem.kind === 'not_found' || problem.kind === 'invalid';
  return (
    <div className="notice within">
      <h1>{isUnknown ? 'This page cannot be found' : 'This page could not be loaded'}</h1>
      <p>{problem.message}</p>
      <div className="row">
        {isUnknown ? (
          <a className="button" href="/">
            Go to the home page
          </a>
        ) : (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

export function Loading() {
  return (
    <div className="notice within" aria-busy="true">
      <h1>Loading ...</h1>
    </div>
  );
}
