import type { PlannedOverlap } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { BlockPartName, BlockRef } from '#features/dashboard/model/agenda.ts';
import { FocusLink } from '#features/focus/components/focus-link.tsx';
import { MissingAnswers } from '#features/meetings/components/missing-answers.tsx';
import { BlockDone } from '#features/planning/components/block-done.tsx';
import { IssueFixes, type IssueFixesProps } from '#features/planning/components/issue-fixes.tsx';
import { PlanFix } from '#features/planning/components/plan-fix.tsx';
import { RunningBlockActions } from '#features/planning/components/running-block-actions.tsx';
import { TaskDue } from '#features/planning/components/task-due.tsx';
import { TaskNotes } from '#features/tasks/components/task-notes.tsx';
import { useNow } from '#lib/now.ts';
import { useViewer } from '#lib/viewer.ts';

/** What the dashboard shows of a block. */
export function BlockPart({ part, block }: { part: BlockPartName; block: BlockRef }) {
  const { id, taskId, next } = block;
  const now = useNow();
  const { user } = useViewer();
  const client = useQueryClient();
  if (part === 'done') return <BlockDone blockId={id} />;
  if (part === 'due')
    return taskId && <TaskDue taskId={taskId} now={now} placedUntil={block.placedUntil ?? null} />;
  if (part === 'notes') return taskId && <TaskNotes taskId={taskId} />;
  const endWork = async () =>
    (await import('#features/focus/hooks/end-session.ts')).endSession(client, user, taskId);
  return (
    <>
      <FocusLink taskId={taskId} />
      <RunningBlockActions blockId={id} next={next} endWork={endWork} />
    </>
  );
}

/** What one click does about each task that does not fit. */
export function RiskFixes(props: IssueFixesProps) {
  return <IssueFixes {...props} />;
}

/** What one click does about a block that overlaps; null for the proposal that waits. */
export function PlanIssueFix(props: { overlap: PlannedOverlap | null }) {
  return <PlanFix {...props} />;
}

/** What waits for others in the viewer's meeting requests. */
export function OpenRequests() {
  return <MissingAnswers />;
}
