import { Flag } from 'lucide-react';
import { Chip } from '#ui/chip.tsx';
import { useTask } from '../api.ts';
import { describeDue } from '../model/plan-items.ts';

/** The deadline of a block's task. */
export function TaskDue({ taskId, now }: { taskId: string; now: Date }) {
  const task = useTask(taskId).data?.task;
  const due = task && describeDue(task, now);
  if (!due) return null;
  return (
    <Chip tone={task.dueKind === 'hard' ? 'hard' : 'soft'}>
      <Flag size={12} aria-hidden />
      {due}
    </Chip>
  );
}
