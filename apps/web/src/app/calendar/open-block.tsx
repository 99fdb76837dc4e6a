import type { Block } from '@dayloom/contracts';
import { Suspense } from 'react';
import type { NewPlace } from '#features/planning/components/why-not.tsx';
import type { useBlockActions } from '#features/planning/hooks/use-planning.ts';
import { createLazyPart } from '#lib/lazy-part.ts';
import { RowsSkeleton } from '#ui/skeletons.tsx';

export const BlockDetails = createLazyPart(
  async () => (await import('#features/planning/components/block-details.tsx')).BlockDetails,
);

interface OpenBlockProps {
  readonly block: Block;
  readonly blocks: readonly Block[];
  readonly now: Date;
  readonly actions: ReturnType<typeof useBlockActions>;
  /** Null in a sheet, which has a button of its own. */
  readonly onClose: (() => void) | null;
  readonly onSelect: (blockId: string | null) => void;
  readonly onPlanWeek: () => Promise<void>;
}

/** The details of a block. Their script is loaded after the calendar's. */
export function OpenBlock({ block, blocks, now, actions, onClose, onSelect, onPlanWeek }: OpenBlockProps) {
  const { taskId, occurrenceOn } = block;
  const move = async (place: NewPlace, doOthersMove: boolean) => {
    if ((await actions.move(block, place)) && doOthersMove) await onPlanWeek();
  };
  return (
    <Suspense fallback={<RowsSkeleton rows={5} label="Loading the details" />}>
      <BlockDetails
        block={block}
        chunks={blocks.filter((one) => one.taskId === taskId && one.occurrenceOn === occurrenceOn)}
        now={now}
        onClose={onClose}
        onSelect={(chunk) => onSelect(chunk._id)}
        onPin={(isPinned) => actions.setPinned(block, isPinned)}
        onDone={(isDone) => actions.setDone(block, isDone)}
        onPlace={(place, doOthersMove) => void move(place, doOthersMove)}
        onRemove={() => {
          onSelect(null);
          void actions.remove(block);
        }}
        onSkip={() => {
          onSelect(null);
          void actions.skip(block);
        }}
      />
    </Suspense>
  );
}
