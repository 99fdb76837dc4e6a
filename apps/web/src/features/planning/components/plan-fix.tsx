import type { Block, PlanChange, PlannedOverlap, Proposal } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isoDate } from '#lib/local-dates.ts';
import { Button } from '#ui/button.tsx';
import { usePlan } from '../api.ts';
import { useBlockActions, usePlanning } from '../hooks/use-planning.ts';
import { describeRisks, formatMoment } from '../model/plan-items.ts';
import { FixButton } from './fix-button.tsx';

interface PlanFixProps {
  /** The block to move; null for the proposal itself. */
  readonly overlap: PlannedOverlap | null;
}

/** One click accepts the proposal that waits, or proposes another place for a block that overlaps. Both can be undone. */
export function PlanFix({ overlap }: PlanFixProps) {
  const client = useQueryClient();
  const [isPlanning, setIsPlanning] = useState(false);
  const { data } = usePlan();
  const { busy, accept } = usePlanning(true);
  const { setPinned, remove } = useBlockActions();
  if (!data) return null;
  const { plan, proposal } = data;
  const block = plan.blocks.find(({ _id }) => _id === overlap?.blockId);
  if (proposal && !overlap)
    return (
      <>
        <FixButton
          action="Accept the new plan"
          effect={describeEffect(proposal)}
          isBusy={busy !== null}
          onClick={() => {
            if (busy === null) void accept(proposal, []);
          }}
        />
        <Button to="/calendar-flow">See it</Button>
      </>
    );
  if (!overlap || !block) return null;
  const { startsAt, movesBy } = overlap;
  if (movesBy === 'hand')
    return (
      <Button to={`/calendar-flow?date=${isoDate(new Date(startsAt))}&block=${block._id}`}>
        Move it in the calendar
      </Button>
    );
  const ways: Record<typeof movesBy, { action: string; free?: (of: Block) => Promise<boolean> }> = {
    planning: { action: 'Plan again' },
    unpinning: { action: 'Unpin it and plan again', free: (of) => setPinned(of, false) },
    removing: { action: 'Take it out and plan again', free: remove },
  };
  const { action, free } = ways[movesBy];
  const applyFix = async () => {
    if (isPlanning) return;
    setIsPlanning(true);
    if (!free || (await free(block))) await (await import('../hooks/plan-day.ts')).proposeHere(client);
    setIsPlanning(false);
  };
  return (
    <FixButton
      action={action}
      effect="Finds it a free time"
      isBusy={isPlanning}
      onClick={() => void applyFix()}
    />
  );
}

function describeEffect({ changes, atRisk }: Proposal): string {
  if (atRisk.length > 0) return describeRisks(atRisk);
  const [change, another] = changes;
  return change && !another ? describeChange(change) : 'Nothing is late';
}

function describeChange({ title, from, to }: PlanChange): string {
  if (!to) return `Takes '${title}' out of the plan`;
  return `${from ? 'Moves' : 'Plans'} '${title}' ${from ? 'to' : 'for'} ${formatMoment(to.startsAt)}`;
}
