import type { PlanChange } from '@dayloom/contracts';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { toPlaces } from '../model/plan-items.ts';

const Chip = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  padding: '0 10px 0 8px',
  borderRadius: radius.control,
  border: `1px solid ${colors.line}`,
  background: colors.surface2,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  maxWidth: '100%',
  '& input': {
    width: 16,
    height: 16,
    margin: 0,
    flex: 'none',
    accentColor: colors.primary,
    cursor: 'pointer',
  },
  '&:hover': { borderColor: colors.control },
  '&:has(:focus-visible)': { outline: `2px solid ${colors.primaryLight}`, outlineOffset: 1 },
  '& input:focus-visible': { outline: 'none' },
  '& .title': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  '& .place': { whiteSpace: 'nowrap', flex: 'none' },
  '@media (pointer: coarse)': { minHeight: 44 },
});

interface ChangeChipProps {
  /** The changes of a plan for one task: one place, or one for each of its parts. */
  changes: readonly PlanChange[];
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
}

export function ChangeChip({ changes, isChecked, onCheck }: ChangeChipProps) {
  const reasonId = useId();
  const first = changes[0];
  if (!first) return null;
  const isWhole = changes.length === 1;
  const places = changes.map((change) => {
    const { from, to } = toPlaces(change);
    return from ? `${from} to ${to}` : to;
  });
  const { from, to } = isWhole
    ? toPlaces(first)
    : { from: null, to: `${toPlaces(first).to} and ${changes.length - 1} more` };
  const name = isWhole ? first.title : `${first.title}, ${changes.length} parts`;
  const reason = isWhole ? first.reason : places.join(', ');
  return (
    <Tooltip title={reason ?? ''} enterDelay={300} disableInteractive describeChild>
      <Chip>
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onCheck(event.target.checked)}
          aria-label={`${name}: ${places.join(', ')}`}
          aria-describedby={isWhole && reason ? reasonId : undefined}
        />
        <span className="title">{name}</span>
        {from && (
          <span className="place n" style={{ color: colors.text3 }}>
            {from} <span aria-hidden>→</span>
          </span>
        )}
        <span className="place n" style={{ color: first.to ? colors.primaryText : colors.soft }}>
          {to}
        </span>
        {isWhole && reason && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </Chip>
    </Tooltip>
  );
}
