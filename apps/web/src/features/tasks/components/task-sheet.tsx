import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { createLazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useTask } from '../api.ts';
import { useWithWaitingEdits } from '../hooks/waiting-tasks.ts';
import type { TaskSheetProps } from './task-sheet-props.ts';

export const TaskForm = createLazyPart(async () => (await import('./task-form.tsx')).TaskForm);

/** The sheet of one task: loads the task named in the address, then shows its form. */
export function TaskSheet(props: TaskSheetProps) {
  const { id, onClose } = props;
  const client = useQueryClient();
  const answer = useTask(client, id);
  const task = useWithWaitingEdits(answer.data?.task);
  const loading = (
    <Sheet isOpen onClose={onClose} label="Task">
      <RowsSkeleton rows={5} label="Loading the task" />
    </Sheet>
  );
  if (task)
    return (
      <Suspense fallback={loading}>
        <TaskForm {...props} task={task} refetch={() => answer.refetch()} />
      </Suspense>
    );
  if (answer.isPending) {
    // Its script and the task arrive at the same time.
    TaskForm.load();
    return loading;
  }
  const isGone =
    answer.error instanceof ApiError && ['not_found', 'invalid_request'].includes(answer.error.code);
  return (
    <Sheet isOpen onClose={onClose} label="Task">
      <EmptyState
        title={isGone ? 'This task no longer exists' : 'The task could not be loaded'}
        action={
          isGone ? (
            <Button onClick={onClose}>Back to the list</Button>
          ) : (
            <Button onClick={() => void answer.refetch()}>Try again</Button>
          )
        }
      >
        {isGone
          ? 'It was deleted, or the link belongs to another account.'
          : getMessage(answer.error, 'The server did not answer as expected.')}
      </EmptyState>
    </Sheet>
  );
}
