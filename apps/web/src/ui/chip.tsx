import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { colors, radius } from './tokens.ts';

export type Tone = 'neutral' | 'planned' | 'event' | 'ok' | 'soft' | 'hard' | 'booking';

const tones: Record<Tone, { color: string; backgroundColor: string; borderColor: string }> = {
  neutral: { color: colors.text2, backgroundColor: colors.surface2, borderColor: colors.line },
  planned: { color: colors.primaryText, backgroundColor: colors.primaryTint, borderColor: 'transparent' },
  event: { color: colors.secondaryText, backgroundColor: colors.secondaryTint, borderColor: 'transparent' },
  ok: { color: colors.ok, backgroundColor: colors.okTint, borderColor: 'transparent' },
  soft: { color: colors.soft, backgroundColor: colors.softTint, borderColor: 'transparent' },
  hard: { color: colors.hard, backgroundColor: colors.hardTint, borderColor: 'transparent' },
  booking: { color: colors.booking, backgroundColor: colors.bookingTint, borderColor: 'transparent' },
};

const Root = styled('span', { shouldForwardProp: (name) => name !== 'tone' && name !== 'isPill' })<{
  tone: Tone;
  isPill: boolean;
}>(({ tone, isPill }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  height: isPill ? 20 : 24,
  padding: isPill ? '0 10px' : '0 8px',
  borderRadius: isPill ? radius.pill : radius.chip,
  border: '1px solid',
  fontSize: isPill ? '0.6875rem' : '0.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  ...tones[tone],
}));

interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  isPill?: boolean;
}

/** A short fact. Its text carries the meaning, never the colour alone. */
export function Chip({ children, tone = 'neutral', isPill = false }: ChipProps) {
  return (
    <Root tone={tone} isPill={isPill}>
      {children}
    </Root>
  );
}
