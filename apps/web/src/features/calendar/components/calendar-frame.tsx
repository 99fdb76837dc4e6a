import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { colors, layoutBreakpoints } from '#ui/tokens.ts';

const desktop = `@media (min-width: ${layoutBreakpoints.desktop}px)`;

// The page fills the space the shell leaves and never scrolls itself; its parts do. The inner box is
// positioned absolutely, so that a long list or grid cannot stretch the page.
const Space = styled('div')({ position: 'relative', height: '100%', minHeight: 480 });
const Parts = styled('div')({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'minmax(0, 1fr)',
  [desktop]: {
    gridTemplateColumns: '228px minmax(0, 1fr)',
    '&:has(> .details)': { gridTemplateColumns: '228px minmax(0, 1fr) 300px' },
    // With the details open, the days keep their width, at the cost of the rail.
    '@media (max-width: 1402.95px)': {
      '&:has(> .details)': { gridTemplateColumns: 'minmax(0, 1fr) 300px' },
      '&:has(> .details) > .rail': { display: 'none' },
    },
    '& > .rail': {
      display: 'flex',
      flexDirection: 'column',
      gap: 18,
      minHeight: 0,
      overflowY: 'auto',
      padding: '14px 12px 16px',
      borderRight: `1px solid ${colors.line}`,
    },
    '& > .details': {
      minHeight: 0,
      overflowY: 'auto',
      padding: '12px 16px 16px',
      borderLeft: `1px solid ${colors.line}`,
    },
  },
});
const Middle = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  // A sheet at the bottom of a phone (`DiffBanner`) must not hide the last hours.
  '&:has(> [data-covers-corner])': { paddingBottom: 156 },
});

interface CalendarFrameProps {
  rail: ReactNode;
  /** Shown above the grid; never covers it. */
  above: ReactNode;
  grid: ReactNode;
  /** Right-hand panel on wide screens; null for none. */
  details: ReactNode | null;
}

export function CalendarFrame({ rail, above, grid, details }: CalendarFrameProps) {
  return (
    <Space>
      <Parts>
        {rail && (
          <aside className="rail" aria-label="Tasks and calendars">
            {rail}
          </aside>
        )}
        <Middle>
          {above}
          {grid}
        </Middle>
        {details && (
          <aside className="details" data-covers-corner aria-label="Details">
            {details}
          </aside>
        )}
      </Parts>
    </Space>
  );
}
