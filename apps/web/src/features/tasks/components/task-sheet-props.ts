import type { AtRisk, Task } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import type { TimeFrame } from '../model/time-frame.ts';

/** Says where a task would go if it were saved like this; until that is known, the second one is shown. */
export type RenderFit = (task: Task, meanwhile: ReactNode) => ReactNode;

export interface TaskSheetProps {
  id: string;
  frame: TimeFrame;
  atRisk: readonly AtRisk[];
  actions: TaskActions;
  projectsId: string;
  /** Opened to be edited: the title has the focus. */
  isEditing: boolean;
  renderFit: RenderFit;
  onOpen: (id: string) => void;
  onClose: () => void;
}
