import { useId } from 'react';
import { useAtRisk } from '#features/tasks/api.ts';
import { TaskSheet } from '#features/tasks/components/task-sheet.tsx';
import { useTaskActions, useTimeFrame } from '#features/tasks/hooks/use-task-actions.ts';
import { renderFit } from '../render-fit.tsx';
import { renderReminders } from '../render-reminders.tsx';

interface TaskOverlayProps {
  readonly id: string;
  /** Suggested for its project. */
  readonly projects: readonly string[];
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** The sheet of a task over the calendar. */
export default function TaskOverlay({ id, projects, onOpen, onClose }: TaskOverlayProps) {
  const frame = useTimeFrame();
  const actions = useTaskActions('inbox', frame);
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
        frame={frame}
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
