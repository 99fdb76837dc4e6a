import { DashboardPage } from '../../features/dashboard/components/dashboard-page.tsx';
import { QuickAddLine } from '../../features/tasks/components/quick-add-line.tsx';
import { useUndoKeys } from '../../ui/undo.ts';

/** The day, and the line that tasks are written in: the features meet here. */
export function DashboardRoute() {
  useUndoKeys();
  return <DashboardPage quickAdd={<QuickAddLine />} />;
}
