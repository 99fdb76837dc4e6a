import type { Task } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { FitLine } from '#features/planning/components/fit-line.tsx';
import { TasksPage } from '#features/tasks/components/tasks-page.tsx';

const renderFit = (task: Task, meanwhile: ReactNode) => <FitLine task={task}>{meanwhile}</FitLine>;

/** The task list, with the planner's preview for the edited task. */
export function TasksRoute() {
  return <TasksPage renderFit={renderFit} />;
}
