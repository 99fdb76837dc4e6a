import { useMemo, useState } from 'react';
import { getFirstDay, getLastDay, toMonth } from '#lib/months.ts';
import { useNow } from '#lib/now.ts';
import { listHalfHours } from '../model/half-hours.ts';
import { hasTime } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { MonthGrid } from './month-grid.tsx';
import './half-hour-chooser.css';

const MAX_MONTHS = 12;
const noDays: ReadonlySet<number> = new Set();

interface HalfHourChooserProps {
  readonly localTime: LocalTime;
  /** Shown first, unless it is over. */
  readonly firstDay: number;
  /** Times that are not offered. */
  readonly without?: readonly string[];
  readonly chosen: readonly string[];
  /** No further time can be chosen. */
  readonly isFull: boolean;
  readonly onToggle: (time: string) => void;
}

/** A month, and next to it the half hours of a day, whether or not somebody is free then. */
export function HalfHourChooser(props: HalfHourChooserProps) {
  const { localTime, firstDay, without = [], chosen, isFull, onToggle } = props;
  const now = useNow();
  const today = localTime.toDay(now.toISOString());
  const [day, setDay] = useState(() => Math.max(today, firstDay));
  const [month, setMonth] = useState(() => toMonth(day));
  const [isWholeDay, setIsWholeDay] = useState(false);
  const days = useMemo(() => {
    const first = Math.max(today, getFirstDay(month));
    return new Set(Array.from({ length: Math.max(0, getLastDay(month) - first + 1) }, (_, at) => first + at));
  }, [month, today]);
  const hours = listHalfHours(localTime.timeZone, day, now.getTime(), { isWholeDay }).filter(
    (time) => !hasTime(without, time),
  );
  return (
    <div className="half-hour-chooser">
      <MonthGrid
        month={month}
        today={today}
        chosenDay={day}
        localTime={localTime}
        freeDays={days}
        preferredDays={noDays}
        isLate={false}
        lastMonth={toMonth(today) + MAX_MONTHS}
        onMonth={setMonth}
        onChoose={setDay}
      />
      <section className="half-hour-chooser-hours" aria-label="Time">
        <h3 className="text-h3">{localTime.formatShortDay(day)}</h3>
        {hours.length === 0 && <p className="text-small">No usual hours are left on this day.</p>}
        <ul>
          {hours.map((time) => (
            <li key={time}>
              <button
                type="button"
                className="half-hour-chooser-hour n"
                aria-pressed={hasTime(chosen, time)}
                aria-disabled={isFull && !hasTime(chosen, time)}
                onClick={() => onToggle(time)}
              >
                {localTime.formatTime(time)}
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="button button-text button-small"
          aria-pressed={isWholeDay}
          onClick={() => setIsWholeDay(!isWholeDay)}
        >
          {isWholeDay ? 'Usual hours only' : 'Earlier and later'}
        </button>
      </section>
    </div>
  );
}
