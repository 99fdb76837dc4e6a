import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Mark } from './brand.tsx';

interface EmptyStateProps {
  title: string;
  /** One sentence that teaches. */
  children?: ReactNode;
  /** One action; a second one only if neither is primary. */
  action?: ReactNode;
  headingLevel?: 'h2' | 'h3';
}

export function EmptyState({ title, children, action, headingLevel = 'h2' }: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: '6px',
        p: '40px 20px',
        mx: 'auto',
        maxWidth: 440,
      }}
    >
      <Mark size={36} />
      <Box component={headingLevel} sx={{ m: '8px 0 0', typography: 'h3' }}>
        {title}
      </Box>
      {children && (
        <Box sx={{ typography: 'body2', color: 'text.secondary', textWrap: 'balance' }}>{children}</Box>
      )}
      {action && (
        <Box sx={{ mt: 1, display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
          {action}
        </Box>
      )}
    </Box>
  );
}
