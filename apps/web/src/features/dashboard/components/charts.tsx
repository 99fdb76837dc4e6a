import { DAY_MS } from '@dayloom/time';
import { localDate } from '#lib/local-dates.ts';
import type { Figures } from '../model/figures.ts';
import { CompletionCard } from './completion-card.tsx';
import { EstimatesCard } from './estimates-card.tsx';
import { WeekChartCard } from './week-chart-card.tsx';

// What is loaded after the first screen, with the library that draws.

export { DayEndCard } from './day-end-card.tsx';
export { ReviewCard } from './review-card.tsx';

export function WeekChart({ figures, onReview }: { figures: Figures; onReview: (week: string) => void }) {
  const { today, week } = figures;
  const day = Math.round((localDate(today.date).getTime() - localDate(week.startsOn).getTime()) / DAY_MS);
  return <WeekChartCard week={week} today={day} onReview={() => onReview(week.startsOn)} />;
}

export function PastWeeks({ figures }: { figures: Figures }) {
  return (
    <>
      <CompletionCard weeks={figures.completion} />
      <EstimatesCard estimates={figures.estimates} overall={figures.overallEstimate} />
    </>
  );
}
