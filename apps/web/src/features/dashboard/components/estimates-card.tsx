import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { sayEstimate } from '../model/estimates.ts';
import type { Figures } from '../model/figures.ts';
import './estimates-card.css';

/** How good estimates are by project. Nothing until there are enough finished tasks. */
export function EstimatesCard({ estimates }: Pick<Figures, 'estimates'>) {
  if (estimates.length === 0) return null;
  return (
    <Card aria-labelledby="estimates">
      <CardHeader id="estimates" title="Your estimates" subtitle="Last 90 days" />
      {estimates.map((estimate) => {
        const { sentence, effect } = sayEstimate(estimate);
        return (
          <CardRow key={estimate.project ?? ''} className="estimates-card-row">
            <span className="estimates-card-text">
              {sentence} {effect}
            </span>
            <strong className="n">{estimate.factor}×</strong>
          </CardRow>
        );
      })}
    </Card>
  );
}
