import { MINUTE_MS } from '@dayloom/time';
import { Check } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { usePlan } from '../api.ts';
import { useBlockActions } from '../hooks/use-planning.ts';

const MORE_MINUTES = 15;

/** *Done* and *+15 min* for the block that is under way. */
export function RunningBlockActions({ blockId }: { blockId: string }) {
  const { data } = usePlan();
  const { setDone, lengthen } = useBlockActions();
  const block = data?.plan.blocks.find(({ _id }) => _id === blockId);
  if (!block) return null;
  const longer = new Date(Date.parse(block.endsAt) + MORE_MINUTES * MINUTE_MS).toISOString();
  return (
    <>
      <Button startIcon={<Check size={16} aria-hidden />} onClick={() => void setDone(block, true)}>
        Done
      </Button>
      <Button onClick={() => void lengthen(block, longer)}>+{MORE_MINUTES} min</Button>
    </>
  );
}
