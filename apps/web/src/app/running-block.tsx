import { FocusLink } from '#features/focus/components/focus-link.tsx';
import { RunningBlockActions } from '#features/planning/components/running-block-actions.tsx';

/** What can be done with the block that is under way. */
export function RunningBlock({ blockId, taskId }: { blockId: string; taskId: string | null }) {
  return (
    <>
      <FocusLink taskId={taskId} />
      <RunningBlockActions blockId={blockId} />
    </>
  );
}
