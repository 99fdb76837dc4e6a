import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { colors, radius } from '#ui/tokens.ts';

const compact = {
  height: 32,
  minWidth: 0,
  maxWidth: '100%',
  padding: '0 8px',
  border: `1px solid ${colors.control}`,
  borderRadius: radius.chip,
  background: colors.surface2,
  color: colors.text1,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  '&:focus-visible': {
    outline: 'none',
    borderColor: colors.primaryLight,
    boxShadow: `0 0 0 1px ${colors.primaryLight}`,
  },
  '&:disabled': { opacity: 0.45 },
  '&[aria-invalid="true"]': { borderColor: colors.hard },
  '&::placeholder': { color: colors.text3, opacity: 1, fontWeight: 400 },
  // iOS zooms into focused fields with smaller text.
  '@media (pointer: coarse)': { height: 44, fontSize: '1rem' },
} as const;

export const CompactInput = styled('input')(compact);
export const CompactSelect = styled('select')({
  ...compact,
  cursor: 'pointer',
  '& option': { background: colors.surface3, color: colors.text1 },
});

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '116px minmax(0, 1fr)',
  columnGap: 12,
  alignItems: 'start',
  fontSize: '0.8125rem',
  '& > .name': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 36,
    color: colors.text2,
    lineHeight: '18px',
  },
  '& > .controls': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minHeight: 36 },
  '& > .below': { gridColumn: 2, marginTop: 4, fontSize: '0.75rem', lineHeight: '16px', color: colors.text3 },
  '& > .problem': { color: colors.hard },
  '@media (pointer: coarse)': { '& > .name, & > .controls': { minHeight: 44 } },
});

interface FactLineProps {
  icon: ReactNode;
  name: string;
  /** The control that the label names; several controls have their own names. */
  htmlFor?: string;
  problem?: string | undefined;
  problemId?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A field of a task: label on the left, controls on the right, problem below. */
export function FactLine({ icon, name, htmlFor, problem, problemId, hint, children }: FactLineProps) {
  return (
    <Line>
      {htmlFor ? (
        <label className="name" htmlFor={htmlFor}>
          {icon}
          {name}
        </label>
      ) : (
        <span className="name">
          {icon}
          {name}
        </span>
      )}
      <div className="controls">{children}</div>
      {problem ? (
        <div className="below problem" id={problemId} role="alert">
          {problem}
        </div>
      ) : (
        hint && <div className="below">{hint}</div>
      )}
    </Line>
  );
}
