import { CircularProgress } from './progress.tsx';
import './loading-row.css';

/** A loading part of a page, where the specification gives the text. */
export function LoadingRow({ children }: { children: string }) {
  return (
    <output className="loading-row">
      <CircularProgress size={18} />
      {children}
    </output>
  );
}
