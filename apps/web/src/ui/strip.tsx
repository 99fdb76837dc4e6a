import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface StripProps {
  children: ReactNode;
  /** Makes it a section with this name. */
  label?: string;
  /** How screen readers announce it: a failure at once, a status politely. */
  announcement?: 'alert' | 'status' | 'note';
  icon?: ReactNode;
  iconColor?: string;
  action?: ReactNode;
  sx?: Readonly<Record<string, string | number>>;
}

/** A sentence across the top of a page, with its actions. */
export function Strip({
  children,
  label,
  announcement,
  icon,
  iconColor = 'warning.main',
  action,
  sx = {},
}: StripProps) {
  return (
    <Box
      {...(label !== undefined && { component: 'section', 'aria-label': label })}
      role={announcement}
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
        bgcolor: announcement === 'alert' ? 'error.tint' : 'background.paper',
        typography: 'body2',
        ...sx,
      }}
    >
      {icon !== undefined && (
        <Box component="span" sx={{ color: iconColor, display: 'flex', flex: 'none' }}>
          {icon}
        </Box>
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
      {action}
    </Box>
  );
}
