import { Hidden } from '#ui/hidden.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import './grid-skeleton.css';
// The styles of the grid come with the page, so that it looks right as soon as its script is there.
import '@fullcalendar/react/skeleton.css';
import './calendar-grid.css';
import './grid-items.css';

const blocks = [
  { top: 12, height: 14 },
  { top: 34, height: 22 },
  { top: 20, height: 10 },
  { top: 48, height: 16 },
  { top: 28, height: 24 },
  { top: 60, height: 12 },
  { top: 16, height: 18 },
];

/** The shape of the grid while its days load. */
export function GridSkeleton({ columns }: { columns: number }) {
  return (
    <output className="grid-skeleton">
      <Hidden>Loading the calendar</Hidden>
      <div aria-hidden className="grid-skeleton-hours" />
      {blocks.slice(0, columns).map(({ top, height }) => (
        <div key={`${top} ${height}`} aria-hidden className="grid-skeleton-day">
          <Skeleton width="44%" height={16} className="grid-skeleton-date" />
          <Skeleton className="grid-skeleton-block" style={{ top: `${top}%`, height: `${height}%` }} />
          <Skeleton className="grid-skeleton-block" style={{ top: `${top + height + 6}%`, height: '8%' }} />
        </div>
      ))}
    </output>
  );
}
