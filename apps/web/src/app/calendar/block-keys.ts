import type { Block } from '@dayloom/contracts';
import { focusedItemId, focusItem } from '#features/calendar/hooks/use-item-keys.ts';
import type { useBlockActions } from '#features/planning/hooks/use-planning.ts';
import { blockItemId } from '#features/planning/model/plan-items.ts';
import { notify } from '#ui/toast.tsx';

/** The keys for a block. `findBlock` finds the one that they apply to. */
export function createBlockKeys(
  findBlock: () => Block | null | undefined,
  { setDone, setPinned }: Pick<ReturnType<typeof useBlockActions>, 'setDone' | 'setPinned'>,
) {
  const onBlock = (act: (block: Block) => Promise<unknown>) => () => {
    const focused = focusedItemId();
    const block = findBlock();
    if (block) void act(block).then(() => focused === blockItemId(block._id) && focusItem(focused));
    else notify.info('Choose a planned block first.');
  };
  return {
    toggleDone: onBlock((block) => setDone(block, block.state !== 'done')),
    togglePinned: onBlock(async (block) => {
      if (block.isFinished) notify.info(`${block.title} is done and stays where it is.`);
      else await setPinned(block, !block.isPinned);
    }),
  };
}
