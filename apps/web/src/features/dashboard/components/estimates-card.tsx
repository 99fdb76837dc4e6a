import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { describeEstimate, describeOverall } from '../model/estimates.ts';
import type { Figures } from '../model/figures.ts';
import './estimates-card.css';

/** How good estimates are, in all and by project. Nothing until there are enough finished tasks. */
export function EstimatesCard({
  estimates,
  overall,
}: Pick<Figures, 'estimates'> & { overall: Figures['overallEstimate'] }) {
  if (!overall) return null;
  const { value, meaning, effect } = describeOverall(overall, estimates.length > 0);
  return (
    <Card aria-labelledby="estimates">
      <CardHeader id="estimates" title="Your estimates" subtitle="Last 90 days" />
      <CardBody>
        <p className="estimates-card-words">
          <span className="estimates-card-value n">{value}</span>
          <span className="text-small n">{meaning}</span>
        </p>
        {effect && <p className="estimates-card-effect text-small">{effect}</p>}
      </CardBody>
      {estimates.map((estimate) => {
        const { sentence, effect: change } = describeEstimate(estimate);
        return (
          <CardRow key={estimate.project ?? ''} className="estimates-card-row">
            <span className="estimates-card-text">
              {sentence} {change}
            </span>
            <strong className="n">{estimate.factor}×</strong>
          </CardRow>
        );
      })}
    </Card>
  );
}
