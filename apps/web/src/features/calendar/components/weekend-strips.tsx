import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatShortDate } from '#lib/format-time.ts';
import { Hidden } from '#ui/hidden.tsx';
import { colors } from '#ui/tokens.ts';
import type { GridItem } from '../model/grid-item.ts';
import { addDays, isoDate, localDate } from '../model/place-words.ts';
import { toDateRange } from '../model/views.ts';

const Week = styled('div')({ display: 'flex', flex: 1, minWidth: 0, minHeight: 0 });
const Strip = styled('button')({
  position: 'relative',
  flex: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  width: 26,
  padding: '14px 0',
  border: 0,
  borderInlineStart: `1px solid ${colors.line}`,
  background: colors.surface1,
  color: colors.text2,
  cursor: 'pointer',
  font: 'inherit',
  fontSize: 12,
  '& > .day': { writingMode: 'vertical-rl' },
  '& > .count': { color: colors.primaryText },
  '&:hover': { background: colors.surface2 },
  '&:focus-visible': { outlineOffset: -2 },
});

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
  const toStrip = (day: Date) => {
    const count = items.filter((item) => isOn(item, day)).length;
    const things = count === 1 ? '1 entry' : `${count} entries`;
    return (
      <Strip key={isoDate(day)} type="button" onClick={() => onShowDay(isoDate(day))}>
        <span className="day n">{formatShortDate(day)}</span>
        {count > 0 && (
          <span className="count n" aria-hidden>
            {count}
          </span>
        )}
        <Hidden>{`, ${things}. Show the day`}</Hidden>
      </Strip>
    );
  };
  return (
    <Week>
      {days.slice(0, firstWorkday).filter(isWeekend).map(toStrip)}
      {children}
      {days.slice(firstWorkday).filter(isWeekend).map(toStrip)}
    </Week>
  );
}

const isWeekend = (day: Date) => day.getDay() === 0 || day.getDay() === 6;

function isOn({ startsAt, endsAt, startsOn, endsOn, look }: GridItem, day: Date): boolean {
  if (look === 'ghost') return false;
  const [start, end] =
    startsOn && endsOn ? [localDate(startsOn), localDate(endsOn)] : [new Date(startsAt), new Date(endsAt)];
  return start < addDays(day, 1) && end > day;
}
