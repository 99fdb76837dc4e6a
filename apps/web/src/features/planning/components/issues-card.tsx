import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { usePlan } from '../api.ts';
import { FixesSheet } from './fixes-sheet.tsx';
import { IssueRows } from './issue-rows.tsx';
import './issues-card.css';

// Asks the planner's worker, which comes after the page.
const IssueFixes = lazy(async () => ({ default: (await import('./issue-fixes.tsx')).IssueFixes }));

/** More would push the day out of sight. */
const MOST_ISSUES = 4;

/**
 * What the plan cannot fit, hard deadlines first, each with the fix that costs least, and a button for all fixes.
 * Empty if everything fits.
 */
export function IssuesCard({ onPlan }: { onPlan: () => void }) {
  const { data } = usePlan();
  const risks = (data?.atRisk ?? []).toSorted((a, b) => Number(b.isHard) - Number(a.isHard));
  const [isOpen, setIsOpen] = useState(false);
  if (risks.length === 0 && !isOpen) return null;
  const shown = risks.slice(0, MOST_ISSUES);
  return (
    <Card aria-labelledby="issues">
      <CardHeader
        id="issues"
        title="Issues"
        count={risks.length}
        action={
          <Button size="small" data-hint="overload" onClick={() => setIsOpen(true)}>
            Fixes
          </Button>
        }
      />
      <Suspense fallback={<IssueRows risks={shown} renderFix={() => <Skeleton height="100%" />} />}>
        <IssueFixes risks={shown} onPlan={onPlan} />
      </Suspense>
      {risks.length > MOST_ISSUES && (
        <CardRow className="issues-card-more">and {risks.length - MOST_ISSUES} more in the calendar</CardRow>
      )}
      {isOpen && <FixesSheet onClose={() => setIsOpen(false)} onPlan={onPlan} />}
    </Card>
  );
}
