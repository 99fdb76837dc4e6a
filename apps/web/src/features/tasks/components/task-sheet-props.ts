import type { AtRisk, Task } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import type { TimeContext } from '../model/time-context.ts';

/**
 * Renders the place the task would get if it were saved like this; `meanwhile` is shown until it is known.
 */
export type RenderFit = (task: Task, meanwhile: ReactNode) => ReactNode;

export interface TaskSheetProps {
  id: string;
  context: TimeContext;
  atRisk: readonly AtRisk[];
  actions: TaskActions;
  projectsId: string;
  /** Opened for editing: focuses the title. */
  isEditing: boolean;
  renderFit: RenderFit;
  /** The control of the task's own reminders. */
  renderReminders: (taskId: string) => ReactNode;
  onOpen: (id: string) => void;
  onClose: () => void;
}
