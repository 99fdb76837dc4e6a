import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { findDayOfKey, getFirstDay, getFirstWeekday, listWeeks, type Month, toMonth } from '#lib/months.ts';
import { type LocalTime, listWeekdays } from '../model/local-time.ts';
import { TurnButtons } from './turn-buttons.tsx';
import './month-grid.css';

interface MonthGridProps {
  readonly month: Month;
  readonly today: number;
  readonly chosenDay: number | null;
  readonly localTime: LocalTime;
  /** Days with free slots; null while they load. */
  readonly freeDays: ReadonlySet<number> | null;
  /** Days with a slot that suits the host. */
  readonly preferredDays: ReadonlySet<number>;
  readonly isLate: boolean;
  readonly lastMonth: Month;
  readonly onMonth: (month: Month) => void;
  readonly onChoose: (day: number) => void;
}

/** A month as a grid with one tab stop: the arrow keys go from day to day. */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, chosenDay, localTime, freeDays, preferredDays, isLate, lastMonth } = props;
  const { onMonth, onChoose } = props;
  const firstWeekday = useMemo(() => getFirstWeekday(), []);
  const weekdays = useMemo(() => listWeekdays(firstWeekday), [firstWeekday]);
  const [focusedDay, setFocusedDay] = useState<number | null>(null);
  const movingTo = useRef<number | null>(null);
  const table = useRef<HTMLTableElement>(null);

  const candidates = [focusedDay, chosenDay, ...(freeDays ?? []), Math.max(today, getFirstDay(month))];
  const stop = candidates.find((day) => day !== null && toMonth(day) === month);

  useEffect(() => {
    // An effect of an earlier render can run after the key and before its render.
    if (movingTo.current === null || movingTo.current !== stop) return;
    movingTo.current = null;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const move = (event: KeyboardEvent, day: number) => {
    const target = findDayOfKey(event, day, firstWeekday);
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(target, today), getFirstDay(lastMonth + 1) - 1);
    movingTo.current = next;
    setFocusedDay(next);
    if (toMonth(next) !== month) onMonth(toMonth(next));
  };

  return (
    <section className="month-grid" aria-label="Day">
      <div className="month-grid-head">
        <h2 id="month-grid-name">{localTime.formatMonth(getFirstDay(month))}</h2>
        <TurnButtons
          unit="month"
          isFirst={month <= toMonth(today)}
          isLast={month >= lastMonth}
          onTurn={(step) => onMonth(month + step)}
        />
      </div>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the ARIA practices
        role="grid"
        className="month-grid-days"
        aria-labelledby="month-grid-name"
        aria-busy={freeDays === null}
        data-late={isLate ? '' : undefined}
      >
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month, firstWeekday).map((week, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name
            <tr key={at}>
              {week.map((day, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has no other name
                <td key={column} aria-selected={day !== null && day === chosenDay}>
                  {day !== null && (
                    <button
                      type="button"
                      className="month-grid-day n"
                      aria-label={localTime.formatLongDay(day)}
                      aria-disabled={!freeDays?.has(day)}
                      aria-current={day === today ? 'date' : undefined}
                      data-chosen={day === chosenDay ? '' : undefined}
                      data-preferred={preferredDays.has(day) ? '' : undefined}
                      tabIndex={day === stop ? 0 : -1}
                      onFocus={() => setFocusedDay(day)}
                      onKeyDown={(event) => move(event, day)}
                      onClick={() => freeDays?.has(day) && onChoose(day)}
                    >
                      {day - getFirstDay(month) + 1}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
