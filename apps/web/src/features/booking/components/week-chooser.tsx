import { formatDayNumber, fromDayNumber, type Interval, MINUTE_MS } from '@dayloom/time';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { getFirstDay, getFirstWeekday, getLastDay, toFirstDayOfWeek, toMonth } from '#lib/months.ts';
import { useNow } from '#lib/now.ts';
import { Hidden } from '#ui/hidden.tsx';
import type { BookingCalls } from '../api.ts';
import { useOwnBusy } from '../hooks/use-own-busy.ts';
import { findNearest, HALF_HOUR_MS, listHalfHours, listRows, toRow } from '../model/half-hours.ts';
import { hasTime, isSameTime } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import { MonthGrid } from './month-grid.tsx';
import { TurnButtons } from './turn-buttons.tsx';
import './week-chooser.css';

const MAX_MONTHS = 12;
const noDays: ReadonlySet<number> = new Set();

interface WeekChooserProps {
  readonly localTime: LocalTime;
  readonly durationMinutes: number;
  /** Its week is shown first, unless it is over. */
  readonly firstDay: number;
  /** Times that are proposed already. */
  readonly proposed?: readonly string[];
  readonly chosen: readonly string[];
  /** Null if the visitor's own calendar is not to be shown. */
  readonly listOwnBusy: BookingCalls['listOwnBusy'];
  /** Other times at which the visitor is busy. */
  readonly busyElsewhere?: readonly Interval[];
  /** No further time can be chosen. */
  readonly isFull: boolean;
  readonly onToggle: (time: string) => void;
}

/**
 * The half hours of a week, whether or not somebody is free then. One tab stop: the arrow keys go from time to time
 * and from day to day.
 */
export function WeekChooser(props: WeekChooserProps) {
  const { localTime, durationMinutes, firstDay, proposed = [], chosen, isFull, onToggle } = props;
  const { timeZone, toDay } = localTime;
  const now = useNow().getTime();
  const today = toDay(new Date(now).toISOString());
  const lastDay = getLastDay(toMonth(today) + MAX_MONTHS);
  const firstWeekday = useMemo(() => getFirstWeekday(), []);
  const [isWholeDay, setIsWholeDay] = useState(false);
  const listDay = (day: number) => listHalfHours(timeZone, day, now, { isWholeDay });
  const [shown, setShown] = useState(() => {
    let day = Math.max(today, firstDay);
    while (listDay(day).length === 0) day += 1;
    return day;
  });
  const [isMonthOpen, setIsMonthOpen] = useState(false);
  const [month, setMonth] = useState(toMonth(shown));
  const [focused, setFocused] = useState<string | null>(null);
  const movingTo = useRef<string | null>(null);
  const table = useRef<HTMLTableElement>(null);

  const first = toFirstDayOfWeek(shown, firstWeekday);
  const days = Array.from({ length: 7 }, (_, at) => first + at);
  const columns = days.map(listDay);
  const rows = columns.map((column) => Map.groupBy(column, (time) => toRow(timeZone, time)));
  const times = columns.flat();
  const stop =
    times.find((time) => time === focused) ?? times.find((time) => hasTime(chosen, time)) ?? times[0];
  const from = Math.max(today, getFirstDay(month));
  const monthDays = new Set(
    Array.from({ length: Math.max(0, getLastDay(month) - from + 1) }, (_, at) => from + at),
  );

  useEffect(() => {
    // An effect of an earlier render can run after the key and before its render.
    if (movingTo.current === null || movingTo.current !== stop) return;
    movingTo.current = null;
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const show = (day: number) => setShown(Math.min(Math.max(day, today), lastDay));
  const move = (event: KeyboardEvent, time: string) => {
    const day = toDay(time);
    const target = findTarget(event.key, { time, day, column: columns[day - first] ?? [], days });
    if (target === null) return;
    event.preventDefault();
    const next = typeof target === 'string' ? target : findFrom(target, toRow(timeZone, time));
    if (next === null) return;
    movingTo.current = next;
    setFocused(next);
    show(toDay(next));
  };
  /** The nearest time of a day; of the next one in that direction if all of that day is over. */
  const findFrom = ({ day, step }: Turn, row: number): string | null => {
    for (let at = day; at >= today && at <= lastDay; at += step) {
      const nearest = findNearest(listDay(at), row, timeZone);
      if (nearest) return nearest;
    }
    return null;
  };

  const own = useOwnBusy(props.listOwnBusy, {
    from: formatDayNumber(first),
    to: formatDayNumber(first + 6),
    timeZone,
  });
  const busy = [...(own.busy ?? []), ...(props.busyElsewhere ?? [])];
  const isBusyAt = (start: number, end: number) => busy.some((one) => one.start < end && one.end > start);
  const covered = chosen.map((time) => {
    const start = Date.parse(time);
    return { start, end: start + durationMinutes * MINUTE_MS };
  });
  const cell = (time: string) => {
    const start = Date.parse(time);
    const isChosen = hasTime(chosen, time);
    const isProposed = hasTime(proposed, time);
    const isBusy = isBusyAt(start, start + durationMinutes * MINUTE_MS);
    const name = `${localTime.formatShortDay(toDay(time))}, ${localTime.formatTime(time)}${isProposed ? ', proposed to you' : ''}${isBusy ? ', you are busy' : ''}`;
    return (
      <button
        key={time}
        type="button"
        className="week-chooser-time n"
        aria-label={name}
        aria-pressed={isChosen}
        aria-disabled={isProposed || (isFull && !isChosen)}
        data-proposed={isProposed ? '' : undefined}
        data-busy={isBusyAt(start, start + HALF_HOUR_MS) ? '' : undefined}
        data-covered={covered.some((one) => one.start < start && one.end > start) ? '' : undefined}
        tabIndex={isSameTime(time, stop ?? '') ? 0 : -1}
        onFocus={() => setFocused(time)}
        onKeyDown={(event) => move(event, time)}
        onClick={() => !isProposed && onToggle(time)}
      >
        {localTime.formatTime(time)}
      </button>
    );
  };
  return (
    <section className="week-chooser" aria-label="Time">
      <div className="week-chooser-head">
        <h3>
          <button
            type="button"
            className="week-chooser-month"
            aria-expanded={isMonthOpen}
            onClick={() => {
              setMonth(toMonth(shown));
              setIsMonthOpen(!isMonthOpen);
            }}
          >
            {localTime.formatDays(first, first + 6)} <Icon name="down" size={16} />
          </button>
        </h3>
        <TurnButtons
          unit="week"
          isFirst={first <= today}
          isLast={first + 7 > lastDay}
          onTurn={(step) => show(first + 7 * step)}
        />
      </div>
      {isMonthOpen && (
        <MonthGrid
          month={month}
          today={today}
          chosenDay={shown}
          localTime={localTime}
          freeDays={monthDays}
          preferredDays={noDays}
          isLate={false}
          lastMonth={toMonth(today) + MAX_MONTHS}
          onMonth={setMonth}
          onChoose={(day) => {
            show(day);
            setIsMonthOpen(false);
            movingTo.current = findFrom({ day, step: 1 }, stop ? toRow(timeZone, stop) : 0);
            setFocused(movingTo.current);
          }}
        />
      )}
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid of the ARIA practices
        role="grid"
        className="week-chooser-times"
        aria-label={localTime.formatDays(first, first + 6)}
      >
        <thead>
          <tr>
            <th scope="col">
              <Hidden>Time</Hidden>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
                <span aria-hidden="true">
                  {localTime.formatWeekday(day)} <b className="n">{fromDayNumber(day).day}</b>
                </span>
                <Hidden>{localTime.formatLongDay(day)}</Hidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRows({ isWholeDay }).map((minute) => (
            <tr key={minute}>
              {minute % 60 === 0 && (
                <th scope="row" rowSpan={2} className="n">
                  {localTime.formatHour(minute / 60)}
                </th>
              )}
              {rows.map((row, at) => (
                <td key={days[at]}>{row.get(minute)?.map(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="week-chooser-legend text-small">
        {times.some((time) => hasTime(proposed, time)) && <li data-kind="proposed">Proposed to you</li>}
        {busy.length > 0 && <li data-kind="busy">You are busy: only you see this</li>}
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
  );
}

/** A day, and the direction in which to go on from it. */
interface Turn {
  readonly day: number;
  readonly step: 1 | -1;
}

interface Position {
  readonly time: string;
  readonly day: number;
  /** The times of the day. */
  readonly column: readonly string[];
  readonly days: readonly number[];
}

/** Where a key leads to (ARIA practices, grid): a time of the same day, or a day; null for other keys. */
function findTarget(key: string, { time, day, column, days }: Position): string | Turn | null {
  const at = column.indexOf(time);
  switch (key) {
    case 'ArrowUp':
      return column[at - 1] ?? time;
    case 'ArrowDown':
      return column[at + 1] ?? time;
    case 'ArrowLeft':
      return { day: day - 1, step: -1 };
    case 'ArrowRight':
      return { day: day + 1, step: 1 };
    case 'Home':
      return { day: days[0] ?? day, step: 1 };
    case 'End':
      return { day: days.at(-1) ?? day, step: -1 };
    case 'PageUp':
      return { day: day - 7, step: 1 };
    case 'PageDown':
      return { day: day + 7, step: 1 };
    default:
      return null;
  }
}
