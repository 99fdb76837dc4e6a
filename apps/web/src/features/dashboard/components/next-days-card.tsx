import { formatShortDate, formatTime } from '#lib/format-time.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import type { AgendaDay } from '../model/agenda.ts';
import './next-days-card.css';

const SHOWN = 3;

/** The three days after today, a few lines each. */
export function NextDaysCard({ days, isLoading }: { days: readonly AgendaDay[]; isLoading: boolean }) {
  return (
    <Card aria-labelledby="agenda-next">
      <CardHeader id="agenda-next" title="Next days" />
      {isLoading ? (
        <RowsSkeleton rows={3} label="Loading the next days" />
      ) : (
        days.map(({ date, items }) => (
          <CardRow key={date.toISOString()} className="next-days-card-day">
            <div className="next-days-card-date n text-small">{formatShortDate(date)}</div>
            <div className="next-days-card-items text-small">
              {items.length === 0 && 'Free'}
              {items.slice(0, SHOWN).map((item) => (
                <div key={item.id} className="next-days-card-item">
                  <span className="n">{item.isAllDay ? 'All day' : formatTime(item.startsAt)}</span>{' '}
                  {item.title}
                </div>
              ))}
              {items.length > SHOWN && (
                <div className="next-days-card-more">and {items.length - SHOWN} more</div>
              )}
            </div>
          </CardRow>
        ))
      )}
    </Card>
  );
}
