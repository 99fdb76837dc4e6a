import type { Block, PlanChange, PlannedOverlap, Proposal } from '@dayloom/contracts';
import { isoDate } from '#lib/local-dates.ts';
import { Button } from '#ui/button.tsx';
import { usePlan } from '../api.ts';
import { useBlockActions, usePlanning } from '../hooks/use-planning.ts';
import { blockOfChange, momentInWords, risksInWords } from '../model/plan-items.ts';
import { FixButton } from './fix-button.tsx';

interface PlanFixProps {
  /** The block to move; null for the proposal itself. */
  readonly overlap: PlannedOverlap | null;
  readonly onPlan: () => void;
}

/** One click accepts the proposal that waits, or has a block moved away from what it overlaps. Both can be undone. */
export function PlanFix({ overlap, onPlan }: PlanFixProps) {
  const { data } = usePlan();
  const { busy, accept } = usePlanning(true);
  const { setPinned, remove } = useBlockActions();
  if (!data) return null;
  const { plan, proposal } = data;
  const block = plan.blocks.find(({ _id }) => _id === overlap?.blockId);
  const change = proposal?.changes.find((one) => blockOfChange(one, plan.blocks) === block);
  if (proposal && (!overlap || (block && change)))
    return (
      <>
        <FixButton
          action="Accept the new plan"
          effect={overlap ? sayMove(change) : sayRisks(proposal)}
          isBusy={busy !== null}
          onClick={() => {
            if (busy === null) void accept(proposal, []);
          }}
        />
        {!overlap && <Button to="/calendar-flow">See it</Button>}
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
  return (
    <FixButton
      action={action}
      effect="Finds it a free time"
      isBusy={false}
      onClick={() => void (async () => (!free || (await free(block))) && onPlan())()}
    />
  );
}

const sayMove = (change: PlanChange | undefined): string =>
  change?.to ? `Moves it to ${momentInWords(change.to.startsAt)}` : 'Takes it out of the plan';

const sayRisks = ({ atRisk }: Proposal): string =>
  atRisk.length > 0 ? risksInWords(atRisk) : 'Nothing is late';
