import type { ComponentProps, ReactNode } from 'react';
import { useBodyMark } from '#lib/use-body-mark.ts';
import './calendar-frame.css';

interface CalendarFrameProps {
  rail: ReactNode | null;
  grid: ReactNode;
  /** Below the grid, which keeps its place when they come and go. */
  notices: ReactNode;
  /** Right-hand panel on wide screens; null for none. */
  details: ReactNode | null;
  /** Handlers of the place of the tasks and calendars, and of that of the grid. */
  onRail: ComponentProps<'aside'>;
  onGrid: ComponentProps<'div'>;
}

export function CalendarFrame({ rail, grid, notices, details, onRail, onGrid }: CalendarFrameProps) {
  useBodyMark('holds-chat', rail !== null);
  useBodyMark('covers-corner', details !== null);
  return (
    <div className="calendar-frame">
      <div className="calendar-frame-parts">
        {rail && (
          <aside {...onRail} className="calendar-frame-rail" aria-label="Tasks and calendars">
            {rail}
          </aside>
        )}
        <div {...onGrid} className="calendar-frame-middle">
          {grid}
          <div className="calendar-frame-notices">{notices}</div>
        </div>
        {details && (
          <aside className="calendar-frame-details" aria-label="Details">
            {details}
          </aside>
        )}
      </div>
    </div>
  );
}
