import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface CalendarStripProps {
  children: ReactNode;
  action?: ReactNode;
  /** Something failed, and is told at once. */
  isAlert?: boolean;
  /** Work goes on, and each word of it is told when there is a pause. */
  isStatus?: boolean;
}

/** One sentence above the grid, with the action that it calls for. */
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
