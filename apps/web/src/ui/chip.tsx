import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import './chip.css';

export type Tone = 'neutral' | 'planned' | 'event' | 'ok' | 'soft' | 'hard' | 'booking';

interface ChipProps {
  children: ReactNode;
  tone?: Tone;
  isPill?: boolean;
}

/** A short fact. Its text carries the meaning, never the colour alone. */
export function Chip({ children, tone = 'neutral', isPill = false }: ChipProps) {
  return (
    <span className={clsx('chip', isPill && 'chip-pill')} data-tone={tone}>
      {children}
    </span>
  );
}
