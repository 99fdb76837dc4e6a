import { lazy, Suspense, useEffect, useState } from 'react';
import { BookingsCard } from '#features/bookings/components/bookings-card.tsx';
import { DashboardPage } from '#features/dashboard/components/dashboard-page.tsx';
import { FIRST_STEPS } from '#features/onboarding/model/texts.ts';
import { IssuesCard } from '#features/planning/components/issues-card.tsx';
import { PlanDayButton } from '#features/planning/components/plan-day-button.tsx';
import { QuickAddLine } from '#features/tasks/components/quick-add-line.tsx';
import { useOpenTaskCount } from '#features/tasks/hooks/use-open-task-count.ts';
import { requestPath } from '#lib/page-request.ts';
import { loadPart } from '#lib/page-shown.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { useUndoKeys } from '#ui/undo.ts';
import './dashboard.css';

// Issues of the plan, a block that is under way, those that are over, and meeting requests: none is part of most first views.
const loadBlockActions = () => import('../block-actions.tsx');
const RiskFixes = lazy(async () => ({ default: (await loadBlockActions()).RiskFixes }));
const PlanIssueFix = lazy(async () => ({ default: (await loadBlockActions()).PlanIssueFix }));
const BlockPart = lazy(async () => ({ default: (await loadBlockActions()).BlockPart }));
const OpenRequests = lazy(async () => ({ default: (await loadBlockActions()).OpenRequests }));

// Only new accounts have them, and those with a sample week, which is an imported calendar.
const loadFirstSteps = () => loadPart(() => import('../first-steps.tsx'));
const FirstSteps = lazy(loadFirstSteps);

/** Combines the day's agenda with the quick add for tasks and the bookings. */
export function DashboardRoute() {
  useUndoKeys();
  const navigate = useNavigate();
  const { profile } = useViewer();
  const isNew = profile?.settings.isOnboarded === false;
  // Does not wait for the facts on which the card depends.
  useEffect(() => {
    if (isNew) void loadFirstSteps().catch(() => {});
  }, [isNew]);
  // A placeholder header, so that nothing moves when the card loads. It reserves the space of the button: text that
  // grows later would count as the largest contentful paint.
  const place = isNew && (
    <Card aria-busy className="dashboard-first-steps">
      <CardHeader
        title={FIRST_STEPS.title}
        subtitle={FIRST_STEPS.subtitle}
        action={
          <Button variant="text" disabled className="dashboard-first-steps-action">
            Skip
          </Button>
        }
      />
    </Card>
  );
  // The number makes the same example work twice.
  const [example, setExample] = useState({ count: 0, text: '' });
  // The diff is visible on the calendar page.
  const planAgain = () => void navigate('/calendar-flow', requestPath('plan-week'));
  const bookings = (
    <BookingsCard>
      <Suspense>
        <OpenRequests />
      </Suspense>
    </BookingsCard>
  );
  return (
    <DashboardPage
      openTasks={useOpenTaskCount()}
      quickAdd={<QuickAddLine key={example.count} initialText={example.text} />}
      renderIssues={(overlaps) => (
        <IssuesCard
          overlaps={overlaps}
          renderPlanFix={(overlap) => <PlanIssueFix overlap={overlap} />}
          IssueFixes={RiskFixes}
        />
      )}
      bookings={bookings}
      renderPlanDay={(isMorning) => (
        // The first steps have the main button.
        <PlanDayButton isMain={isMorning && !isNew} onPlanWeek={planAgain} />
      )}
      renderFirst={(facts) =>
        facts === null
          ? place
          : (isNew || facts.calendars.some(({ kind }) => kind === 'imported')) && (
              <Suspense fallback={place}>
                <FirstSteps {...facts} onExample={(text) => setExample({ count: example.count + 1, text })} />
              </Suspense>
            )
      }
      renderBlock={(part, block) => (
        <Suspense>
          <BlockPart part={part} block={block} />
        </Suspense>
      )}
    />
  );
}
