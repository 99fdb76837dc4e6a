import type { PlanChange } from '@dayloom/contracts';
import { useId } from 'react';
import { Tooltip } from '#ui/tooltip.tsx';
import { toPlaces } from '../model/plan-items.ts';
import './change-chip.css';

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
    <Tooltip title={reason ?? ''}>
      <label className="change-chip">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onCheck(event.target.checked)}
          aria-label={`${name}: ${places.join(', ')}`}
          aria-describedby={isWhole && reason ? reasonId : undefined}
        />
        <span className="change-chip-title">{name}</span>
        {from && (
          <span className="change-chip-place n">
            {from} <span aria-hidden>→</span>
          </span>
        )}
        <span className="change-chip-place n" data-end={first.to ? 'planned' : 'late'}>
          {to}
        </span>
        {isWhole && reason && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </label>
    </Tooltip>
  );
}
