import { useId } from 'react';
import { useAtRisk } from '#features/tasks/api.ts';
import { TaskForm, TaskSheet } from '#features/tasks/components/task-sheet.tsx';
import { useTaskActions, useTimeContext } from '#features/tasks/hooks/use-task-actions.ts';
import { renderFit } from '../render-fit.tsx';
import { renderReminders } from '../render-reminders.tsx';

// Who opens a sheet sees its form next.
TaskForm.load();

interface TaskOverlayProps {
  readonly id: string;
  /** Suggested for its project. */
  readonly projects: readonly string[];
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** The sheet of a task over the calendar. */
export default function TaskOverlay({ id, projects, onOpen, onClose }: TaskOverlayProps) {
  const context = useTimeContext();
  const actions = useTaskActions('inbox', context);
  const projectsId = useId();
  return (
    <>
      <datalist id={projectsId}>
        {projects.map((project) => (
          <option key={project} value={project}>
            {project}
          </option>
        ))}
      </datalist>
      <TaskSheet
        key={id}
        id={id}
        context={context}
        atRisk={useAtRisk(true)}
        actions={actions}
        projectsId={projectsId}
        isEditing={false}
        renderFit={renderFit}
        renderReminders={renderReminders}
        onOpen={onOpen}
        onClose={onClose}
      />
    </>
  );
}
