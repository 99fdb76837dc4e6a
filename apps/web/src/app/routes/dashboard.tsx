import { useNavigate } from 'react-router';
import { DashboardPage } from '#features/dashboard/components/dashboard-page.tsx';
import { IssuesCard } from '#features/planning/components/issues-card.tsx';
import { QuickAddLine } from '#features/tasks/components/quick-add-line.tsx';
import { requestPath } from '#lib/page-request.ts';
import { useUndoKeys } from '#ui/undo.ts';

/** The day, and the line that tasks are written in: the features meet here. */
export function DashboardRoute() {
  useUndoKeys();
  const navigate = useNavigate();
  // The diff is decided on where it can be seen.
  const issues = <IssuesCard onPlan={() => void navigate('/calendar-flow', requestPath('plan-week'))} />;
  return <DashboardPage quickAdd={<QuickAddLine />} issues={issues} />;
}
