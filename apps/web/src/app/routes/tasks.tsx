import { TasksPage } from '../../features/tasks/components/tasks-page.tsx';

export function TasksRoute() {
  return <TasksPage />;
}
