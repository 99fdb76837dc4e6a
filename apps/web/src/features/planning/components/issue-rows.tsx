import type { AtRisk } from '@dayloom/contracts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardRow } from '#ui/card.tsx';
import { riskLabel } from '../model/plan-items.ts';
import './issue-rows.css';

interface IssueRowsProps {
  readonly risks: readonly AtRisk[];
  /** Its place is kept, so that nothing jumps when the fixes are found. */
  readonly renderFix: (risk: AtRisk) => ReactNode;
}

/** Each issue as a sentence, with its fix below. */
export function IssueRows({ risks, renderFix }: IssueRowsProps) {
  return risks.map((risk) => (
    <CardRow
      key={risk.taskId + risk.occurrenceOn}
      className="issue-rows-risk"
      data-hard={risk.isHard || undefined}
    >
      <span className="issue-rows-icon">
        <TriangleAlert size={15} aria-hidden />
      </span>
      <div className="issue-rows-text">
        <strong className="issue-rows-label">{riskLabel(risk)}</strong>
        {`: ${risk.sentence}`}
        <div className="issue-rows-fix">{renderFix(risk)}</div>
      </div>
    </CardRow>
  ));
}
