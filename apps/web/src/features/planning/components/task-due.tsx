import { Flag } from 'lucide-react';
import { Chip } from '#ui/chip.tsx';
import { useTask } from '../api.ts';
import { describeDue, describePinnedDue } from '../model/plan-items.ts';

interface TaskDueProps {
  taskId: string;
  now: Date;
  /** The end of a pinned block. */
  placedUntil: Date | null;
}

/** The deadline of a block's task. */
export function TaskDue({ taskId, now, placedUntil }: TaskDueProps) {
  const task = useTask(taskId).data?.task;
  const due =
    task && (placedUntil === null ? describeDue(task, now) : describePinnedDue(task, placedUntil, now));
  if (!due) return null;
  return (
    <Chip tone={task.dueKind === 'hard' ? 'hard' : 'soft'}>
      <Flag size={12} aria-hidden />
      {due}
    </Chip>
  );
}
