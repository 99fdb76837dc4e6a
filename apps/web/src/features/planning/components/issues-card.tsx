import type { AtRisk } from '@dayloom/contracts';
import { TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { usePlan } from '../api.ts';
import { riskLabel } from '../model/plan-items.ts';
import { FixesSheet } from './fixes-sheet.tsx';
import './issues-card.css';

// Asks the planner's worker, which comes after the page.
const IssueFixes = lazy(async () => ({ default: (await import('./issue-fixes.tsx')).IssueFixes }));

const renderPlace = () => <Skeleton height="100%" />;

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
  // The place of each fix is kept, so that nothing jumps when they are found.
  const renderRows = (renderFix: (risk: AtRisk) => ReactNode) =>
    risks.slice(0, MOST_ISSUES).map((risk) => (
      <CardRow
        key={risk.taskId + risk.occurrenceOn}
        className="issues-card-risk"
        data-hard={risk.isHard || undefined}
      >
        <span className="issues-card-icon">
          <TriangleAlert size={15} aria-hidden />
        </span>
        <div className="issues-card-text">
          <strong className="issues-card-label">{riskLabel(risk)}</strong>
          {`: ${risk.sentence}`}
          <div className="issues-card-fix">{renderFix(risk)}</div>
        </div>
      </CardRow>
    ));
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
      <Suspense fallback={renderRows(renderPlace)}>
        <IssueFixes onPlan={onPlan} renderRows={renderRows} />
      </Suspense>
      {risks.length > MOST_ISSUES && (
        <CardRow className="issues-card-more">and {risks.length - MOST_ISSUES} more in the calendar</CardRow>
      )}
      {isOpen && <FixesSheet onClose={() => setIsOpen(false)} onPlan={onPlan} />}
    </Card>
  );
}
