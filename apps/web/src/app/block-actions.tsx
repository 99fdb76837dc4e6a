import type { PlannedOverlap } from '@dayloom/contracts';
import { FocusLink } from '#features/focus/components/focus-link.tsx';
import { BlockDone } from '#features/planning/components/block-done.tsx';
import { PlanFix } from '#features/planning/components/plan-fix.tsx';
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

/** What one click does about a block that overlaps; null for the proposal that waits. */
export function PlanIssueFix(props: { overlap: PlannedOverlap | null; onPlan: () => void }) {
  return <PlanFix {...props} />;
}

/** What can be done with a block whose time is over. */
export function PastBlock({ blockId }: { blockId: string }) {
  return <BlockDone blockId={blockId} />;
}
