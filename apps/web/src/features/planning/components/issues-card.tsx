import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { usePlan } from '../api.ts';
import { riskLabel } from '../model/plan-items.ts';
import { FixesSheet } from './fixes-sheet.tsx';
import './issues-card.css';

/** More sentences would push the day out of sight. */
const MOST_ISSUES = 6;

/** What the plan cannot fit, hard deadlines first, with a button for fixes. Empty if everything fits. */
export function IssuesCard({ onPlan }: { onPlan: () => void }) {
  const { data } = usePlan();
  const risks = (data?.atRisk ?? []).toSorted((a, b) => Number(b.isHard) - Number(a.isHard));
  const [isOpen, setIsOpen] = useState(false);
  if (risks.length === 0 && !isOpen) return null;
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
      {risks.slice(0, MOST_ISSUES).map((risk) => (
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
          </div>
        </CardRow>
      ))}
      {risks.length > MOST_ISSUES && (
        <CardRow className="issues-card-more">and {risks.length - MOST_ISSUES} more in the calendar</CardRow>
      )}
      {isOpen && <FixesSheet onClose={() => setIsOpen(false)} onPlan={onPlan} />}
    </Card>
  );
}
