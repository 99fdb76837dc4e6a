import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useFocusLeft } from '#ui/use-focus-left.ts';
import { usePlan } from '../api.ts';
import { useBlockActions } from '../hooks/use-planning.ts';

/** Ticks off a block whose time is over. */
export function BlockDone({ blockId }: { blockId: string }) {
  const { data } = usePlan();
  const { setDone } = useBlockActions();
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
  const block = data?.plan.blocks.find(({ _id }) => _id === blockId);
  if (!block) return null;
  return (
    <Button
      ref={button}
      size="small"
      aria-label={`Done: ${block.title}`}
      startIcon={<Check size={14} aria-hidden />}
      onClick={() => void setDone(block, true)}
    >
      Done
    </Button>
  );
}
