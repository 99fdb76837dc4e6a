import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

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
    <Box component="output" sx={{ flex: 1, minHeight: 0, display: 'flex', overflow: 'hidden' }}>
      <Box
        component="span"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        Loading the calendar
      </Box>
      <Box aria-hidden sx={{ width: 56, flex: 'none' }} />
      {blocks.slice(0, columns).map(({ top, height }) => (
        <Box
          key={`${top} ${height}`}
          aria-hidden
          sx={{ flex: 1, minWidth: 0, position: 'relative', borderLeft: 1, borderColor: 'divider' }}
        >
          <Skeleton width="44%" height={16} sx={{ m: '16px auto' }} />
          <Skeleton
            sx={{ position: 'absolute', left: 4, right: 4 }}
            style={{ top: `${top}%`, height: `${height}%` }}
          />
          <Skeleton
            sx={{ position: 'absolute', left: 4, right: 4, height: '8%' }}
            style={{ top: `${top + height + 6}%` }}
          />
        </Box>
      ))}
    </Box>
  );
}
