import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface SectionTitleProps {
  title: ReactNode;
  count?: string | undefined;
  action?: ReactNode;
}

/** The heading of a section of the task sheet. */
export function SectionTitle({ title, count, action }: SectionTitleProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, mb: '4px' }}>
      <Box component="h3" sx={{ m: 0, typography: 'h3' }}>
        {title}
      </Box>
      {count && (
        <Box component="span" className="n" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {count}
        </Box>
      )}
      <Box sx={{ ml: 'auto' }}>{action}</Box>
    </Box>
  );
}
