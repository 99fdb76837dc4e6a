import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { BookingsCard } from '#features/bookings/components/bookings-card.tsx';
import { DashboardPage } from '#features/dashboard/components/dashboard-page.tsx';
import { MissingAnswers } from '#features/meetings/components/missing-answers.tsx';
import { IssuesCard } from '#features/planning/components/issues-card.tsx';
import { QuickAddLine } from '#features/tasks/components/quick-add-line.tsx';
import { requestPath } from '#lib/page-request.ts';
import { useUndoKeys } from '#ui/undo.ts';

// Only a block that is under way has actions.
const RunningBlockActions = lazy(async () => ({
  default: (await import('#features/planning/components/running-block-actions.tsx')).RunningBlockActions,
}));

/** Combines the day's agenda with the quick add for tasks and the bookings. */
export function DashboardRoute() {
  useUndoKeys();
  const navigate = useNavigate();
  // The diff is accepted on the calendar page, where it is visible.
  const issues = <IssuesCard onPlan={() => void navigate('/calendar-flow', requestPath('plan-week'))} />;
  const bookings = (
    <BookingsCard>
      <MissingAnswers />
    </BookingsCard>
  );
  return (
    <DashboardPage
      quickAdd={<QuickAddLine />}
      issues={issues}
      bookings={bookings}
      renderActions={(blockId) => (
        <Suspense>
          <RunningBlockActions blockId={blockId} />
        </Suspense>
      )}
    />
  );
}
