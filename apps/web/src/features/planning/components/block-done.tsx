import { Check } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { usePlan } from '../api.ts';
import { useBlockActions } from '../hooks/use-planning.ts';

/** Ticks off a block whose time is over. */
export function BlockDone({ blockId }: { blockId: string }) {
  const { data } = usePlan();
  const { setDone } = useBlockActions();
  const block = data?.plan.blocks.find(({ _id }) => _id === blockId);
  if (!block) return null;
  return (
    <Button
      size="small"
      aria-label={`Done: ${block.title}`}
      startIcon={<Check size={14} aria-hidden />}
      onClick={() => void setDone(block, true)}
    >
      Done
    </Button>
  );
}
