import type { Block } from '@dayloom/contracts';
import { formatWeekdayAndTime } from '#lib/format-time.ts';
import { requestPath } from '#lib/page-request.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import type { RenderBlock } from '../model/agenda.ts';
import { describeDayEnd } from '../model/day-end.ts';
import type { Figures } from '../model/figures.ts';
import './day-end-card.css';

interface DayEndCardProps {
  blocks: readonly Block[];
  now: Date;
  figures: Pick<Figures, 'today' | 'partlyPlanned'>;
  renderBlock: RenderBlock;
}

/** In the evening: what was done today, and what was not and needs a new place. */
export function DayEndCard({ blocks, now, figures, renderBlock }: DayEndCardProps) {
  const end = describeDayEnd({ blocks, now, partlyPlanned: figures.partlyPlanned }, figures.today);
  if (!end) return null;
  return (
    <Card aria-labelledby="day-end">
      <CardHeader
        id="day-end"
        title="Today so far"
        subtitle={end.said}
        action={
          end.left.some(({ movesTo }) => movesTo === null) && (
            <Button to="/calendar-flow" {...requestPath('plan-week')} size="small">
              Plan again
            </Button>
          )
        }
      />
      {end.left.map(({ _id: id, taskId, title, movesTo }) => (
        <CardRow key={id} className="day-end-card-row">
          <span className="day-end-card-title">{title}</span>
          <span className="day-end-card-time n text-small">
            {movesTo ? `moves to ${formatWeekdayAndTime(movesTo)}` : 'no new time yet'}
          </span>
          {renderBlock('done', { id, taskId })}
        </CardRow>
      ))}
    </Card>
  );
}
