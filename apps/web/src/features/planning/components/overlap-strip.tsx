import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CalendarX2 } from 'lucide-react';

interface OverlapStripProps {
  count: number;
  isBusy: boolean;
  onReplan: () => void;
}

/** Says that events now overlap planned blocks, until one of the two moves. */
export function OverlapStrip({ count, isBusy, onReplan }: OverlapStripProps) {
  const strip = (
    <Box
      component="section"
      aria-label="Overlaps"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1.25,
        px: { xs: 1.5, sm: 2 },
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: 'warning.main', display: 'flex', flex: 'none' }}>
        <CalendarX2 size={15} aria-hidden />
      </Box>
      <Box className="n" sx={{ flex: '1 1 180px', minWidth: 0 }}>
        {count === 1 ? '1 planned block now overlaps' : `${count} planned blocks now overlap`} with events
      </Box>
      <Button size="small" onClick={onReplan} aria-busy={isBusy}>
        Replan
      </Button>
    </Box>
  );
  // The container always exists, so that screen readers announce its new content.
  return (
    <Box aria-live="polite" sx={{ flex: 'none' }}>
      {count > 0 && strip}
    </Box>
  );
}
