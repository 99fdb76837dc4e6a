import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Hidden } from './hidden.tsx';

/** Placeholder rows of a loading list. The text is for screen readers. */
export function RowsSkeleton({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <Box component="output" sx={{ display: 'flex', flexDirection: 'column', gap: 2, p: '12px 20px 20px' }}>
      <Hidden>{label}</Hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Box key={row} aria-hidden sx={{ display: 'flex', gap: 1.5, alignItems: 'center', height: 20 }}>
          <Skeleton variant="circular" width={18} height={18} />
          <Skeleton width={`${[62, 44, 55][row % 3]}%`} height={12} />
          <Box sx={{ flex: 1 }} />
          <Skeleton width={64} height={12} />
        </Box>
      ))}
    </Box>
  );
}
