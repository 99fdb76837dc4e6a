import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface CalendarStripProps {
  children: ReactNode;
  action?: ReactNode;
  /** A failure; announced at once. */
  isAlert?: boolean;
  /** Progress; announced politely. */
  isStatus?: boolean;
}

/** One sentence above the grid, with its action. */
export function CalendarStrip({ children, action, isAlert = false, isStatus = false }: CalendarStripProps) {
  return (
    <Box
      role={isAlert ? 'alert' : isStatus ? 'status' : undefined}
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1.5,
        px: { xs: 1.5, sm: 2 },
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: isAlert ? 'error.tint' : 'background.paper',
        typography: 'body2',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>{children}</Box>
      {action}
    </Box>
  );
}
