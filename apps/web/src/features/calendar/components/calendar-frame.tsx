import type { ReactNode } from 'react';
import './calendar-frame.css';

interface CalendarFrameProps {
  rail: ReactNode;
  /** Shown above the grid, or below it with `order: 1`; never covers it. */
  above: ReactNode;
  grid: ReactNode;
  /** Right-hand panel on wide screens; null for none. */
  details: ReactNode | null;
}

export function CalendarFrame({ rail, above, grid, details }: CalendarFrameProps) {
  return (
    <div className="calendar-frame">
      <div className="calendar-frame-parts">
        {rail && (
          <aside className="calendar-frame-rail" data-holds-chat aria-label="Tasks and calendars">
            {rail}
          </aside>
        )}
        <div className="calendar-frame-middle">
          {above}
          {grid}
        </div>
        {details && (
          <aside className="calendar-frame-details" data-covers-corner aria-label="Details">
            {details}
          </aside>
        )}
      </div>
    </div>
  );
}
