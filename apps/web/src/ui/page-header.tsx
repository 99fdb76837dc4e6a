import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a page that needs more than its name in the top bar. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box component="h1" sx={{ m: 0, typography: 'h1', overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        {subtitle && <Box sx={{ color: 'text.secondary', mt: '2px' }}>{subtitle}</Box>}
      </Box>
      {actions}
    </Box>
  );
}

/** Maximum width of a page's content. */
export function Page({ children, width = 1280 }: { children: ReactNode; width?: number }) {
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: width,
        mx: 'auto',
        px: { xs: 2, sm: 3, md: 4 },
        pt: { xs: 2, sm: 3 },
        pb: 12,
        display: 'flex',
        flexDirection: 'column',
        gap: '20px',
      }}
    >
      {children}
    </Box>
  );
}
