import type { AtRisk } from '@dayloom/contracts';
import { TriangleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import { riskLabel } from '../model/plan-items.ts';
import './at-risk-strip.css';

/** Lists as sentences what the plan could not fit. Stays until everything fits. */
export function AtRiskStrip({ risks, onFixes }: { risks: readonly AtRisk[]; onFixes: () => void }) {
  if (risks.length === 0) return null;
  const [first, ...rest] = risks.toSorted((a, b) => Number(b.isHard) - Number(a.isHard));
  return (
    <Strip
      label="At risk"
      icon={<TriangleAlert size={15} aria-hidden />}
      tone={first?.isHard ? 'hard' : 'soft'}
      action={
        <Button size="small" onClick={onFixes} className="at-risk-strip-fixes" data-hint="overload">
          Fixes
        </Button>
      }
      className="at-risk-strip"
    >
      <Sentence risk={first} />
      {rest.length > 0 && (
        <details className="at-risk-strip-more">
          <summary>and {rest.length} more at risk</summary>
          {rest.map((risk) => (
            <Sentence key={risk.taskId + risk.occurrenceOn} risk={risk} />
          ))}
        </details>
      )}
    </Strip>
  );
}

function Sentence({ risk }: { risk: AtRisk | undefined }) {
  return (
    <div className="at-risk-strip-risk">
      <strong className="at-risk-strip-label" data-hard={risk?.isHard || undefined}>
        {risk && riskLabel(risk)}
      </strong>
      {': '}
      {risk?.sentence}
    </div>
  );
}
