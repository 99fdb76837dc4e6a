import { Hidden } from './hidden.tsx';
import { Skeleton } from './skeleton.tsx';
import './skeletons.css';

/** Placeholder rows of a loading list. The text is for screen readers. */
export function RowsSkeleton({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <output className="skeletons">
      <Hidden>{label}</Hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeletons-row" aria-hidden>
          <Skeleton variant="circular" width={18} height={18} />
          <Skeleton width={`${[62, 44, 55][row % 3]}%`} height={12} />
          <Skeleton width={64} height={12} className="skeletons-end" />
        </div>
      ))}
    </output>
  );
}
