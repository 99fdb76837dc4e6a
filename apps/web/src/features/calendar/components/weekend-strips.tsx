import type { ReactNode } from 'react';
import { formatShortDate } from '#lib/format-time.ts';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import { Hidden } from '#ui/hidden.tsx';
import type { GridItem } from '../model/grid-item.ts';
import { toDateRange } from '../model/views.ts';
import './weekend-strips.css';

interface WeekendStripsProps {
  areShown: boolean;
  date: string;
  firstDay: number;
  items: readonly GridItem[];
  onShowDay: (date: string) => void;
  children: ReactNode;
}

/** Saturday and Sunday as strips next to the other days of the week; a strip opens its day. */
export function WeekendStrips({ areShown, date, firstDay, items, onShowDay, children }: WeekendStripsProps) {
  const { from } = toDateRange('week', date, firstDay);
  const days = areShown ? Array.from({ length: 7 }, (_, index) => addDays(from, index)) : [];
  const firstWorkday = days.findIndex((day) => !isWeekend(day));
  const renderStrip = (day: Date) => {
    const count = items.filter((item) => isOn(item, day)).length;
    const things = count === 1 ? '1 entry' : `${count} entries`;
    return (
      <button
        className="weekend-strips-day"
        key={isoDate(day)}
        type="button"
        onClick={() => onShowDay(isoDate(day))}
      >
        <span className="weekend-strips-date n">{formatShortDate(day)}</span>
        {count > 0 && (
          <span className="weekend-strips-count n" aria-hidden>
            {count}
          </span>
        )}
        <Hidden>{`, ${things}. Show the day`}</Hidden>
      </button>
    );
  };
  return (
    <div className="weekend-strips">
      {days.slice(0, firstWorkday).filter(isWeekend).map(renderStrip)}
      {children}
      {days.slice(firstWorkday).filter(isWeekend).map(renderStrip)}
    </div>
  );
}

const isWeekend = (day: Date) => day.getDay() === 0 || day.getDay() === 6;

function isOn({ startsAt, endsAt, startsOn, endsOn, look }: GridItem, day: Date): boolean {
  if (look === 'ghost') return false;
  const [start, end] =
    startsOn && endsOn ? [localDate(startsOn), localDate(endsOn)] : [new Date(startsAt), new Date(endsAt)];
  return start < addDays(day, 1) && end > day;
}
