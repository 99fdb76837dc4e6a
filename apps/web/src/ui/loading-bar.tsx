import './loading-bar.css';

/** Shows at the top of the window that a click was heard while its script or data is loaded. */
export function LoadingBar({ label = 'Loading' }: { label?: string }) {
  return <progress className="loading-bar" aria-label={label} />;
}
