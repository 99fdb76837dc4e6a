import type { Block } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { formatWeekdayAndTime } from '#lib/format-time.ts';
import { requestPath } from '#lib/page-request.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import type { AgendaItem } from '../model/agenda.ts';
import { sayDayEnd } from '../model/day-end.ts';
import type { Figures } from '../model/figures.ts';
import './day-end-card.css';

interface DayEndCardProps {
  items: readonly AgendaItem[];
  blocks: readonly Block[];
  now: Date;
  today: Figures['today'];
  /** Ticks off a block. */
  renderDone: (blockId: string) => ReactNode;
}

/** In the evening: what was done today, and what was not and needs a new place. */
export function DayEndCard({ items, blocks, now, today, renderDone }: DayEndCardProps) {
  const end = sayDayEnd({ items, blocks, now }, today);
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
      {end.left.map(({ id, title, movesTo }) => (
        <CardRow key={id} className="day-end-card-row">
          <span className="day-end-card-title">{title}</span>
          <span className="day-end-card-time n text-small">
            {movesTo ? `moves to ${formatWeekdayAndTime(movesTo)}` : 'no new time yet'}
          </span>
          {renderDone(id)}
        </CardRow>
      ))}
    </Card>
  );
}
