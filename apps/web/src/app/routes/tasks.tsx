import { TasksPage } from '#features/tasks/components/tasks-page.tsx';
import { renderFit } from '../render-fit.tsx';
import { renderReminders } from '../render-reminders.tsx';

/** The task list, with the planner's preview for the edited task. */
export function TasksRoute() {
  return <TasksPage renderFit={renderFit} renderReminders={renderReminders} />;
}
