import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { radius } from './tokens.ts';

/** A surface with a hairline border. Hairlines separate its rows (`CardRow`). */
export const Card = styled('section')(({ theme }) => ({
  backgroundColor: (theme.vars ?? theme).palette.background.paper,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  borderRadius: radius.card,
  overflow: 'hidden',
  minWidth: 0,
}));

interface CardHeaderProps {
  title: ReactNode;
  /** A secondary line. */
  subtitle?: ReactNode;
  /** Shown small after the title. */
  count?: ReactNode;
  /** One unobtrusive action on the right. */
  action?: ReactNode;
  id?: string;
}

export function CardHeader({ title, subtitle, count, action, id }: CardHeaderProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', p: '16px 20px' }}>
      <Box sx={{ flex: '1 1 150px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box component="h2" id={id} sx={{ m: 0, typography: 'h2' }}>
            {title}
          </Box>
          {count !== undefined && (
            <Box component="span" className="n" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {count}
            </Box>
          )}
        </Box>
        {subtitle && <Box sx={{ color: 'text.secondary' }}>{subtitle}</Box>}
      </Box>
      {action}
    </Box>
  );
}

export const CardRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '8px 20px',
  borderTop: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));

export const CardBody = styled('div')({ padding: '4px 20px 20px' });
