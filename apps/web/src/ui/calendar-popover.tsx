import { DAY_MS } from '@dayloom/time';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { findDayOfKey, getFirstDay, getFirstWeekday, getLastDay, listWeeks, toMonth } from '../lib/months.ts';
import { IconButton } from './button.tsx';
import { Popover } from './popover.tsx';
import './calendar-popover.css';

interface CalendarPopoverProps {
  anchor: HTMLElement | null;
  /** Days are day numbers of '@dayloom/time'. */
  chosenDay: number | null;
  today: number;
  firstDay: number | null;
  lastDay: number | null;
  onChoose: (day: number) => void;
  onClose: () => void;
}

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(undefined, { ...options, calendar: 'gregory', timeZone: 'UTC' });
  return (day: number) => format.format(day * DAY_MS);
};
const nameMonth = inUtc({ month: 'long', year: 'numeric' });
const nameDay = inUtc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const nameWeekday = inUtc({ weekday: 'long' });
const shortWeekday = inUtc({ weekday: 'short' });
/** A Sunday. */
const SUNDAY = 3;

/** A month to choose a day from (ARIA practices, date picker dialog). */
export function CalendarPopover(props: CalendarPopoverProps) {
  const { anchor, chosenDay, today, firstDay, lastDay, onChoose, onClose } = props;
  const firstWeekday = getFirstWeekday();
  const within = (day: number) =>
    Math.min(Math.max(day, firstDay ?? Number.NEGATIVE_INFINITY), lastDay ?? Number.POSITIVE_INFINITY);
  /** The day that the keyboard is at; its month is shown. */
  const [focusedDay, setFocusedDay] = useState(() => within(chosenDay ?? today));
  const movingTo = useRef<number | null>(focusedDay);
  const grid = useRef<HTMLTableElement>(null);
  const month = toMonth(focusedDay);

  useEffect(() => {
    // An effect of an earlier render can run after the key and before its render.
    if (movingTo.current !== focusedDay) return;
    movingTo.current = null;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const move = (event: KeyboardEvent) => {
    const target = findDayOfKey(event, focusedDay, firstWeekday);
    if (target === undefined) return;
    event.preventDefault();
    movingTo.current = within(target);
    setFocusedDay(within(target));
  };
  const turn = (key: 'PageUp' | 'PageDown') =>
    setFocusedDay(within(findDayOfKey({ key, shiftKey: false }, focusedDay, firstWeekday) ?? focusedDay));

  return (
    <Popover
      open
      onClose={onClose}
      anchor={anchor}
      aria-label="Choose a day"
      aria-modal
      className="calendar-popover"
    >
      <div className="calendar-popover-head">
        <IconButton
          aria-label="Previous month"
          disabled={within(getFirstDay(month) - 1) >= getFirstDay(month)}
          onClick={() => turn('PageUp')}
        >
          <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <div className="calendar-popover-month text-label" aria-live="polite">
          {nameMonth(getFirstDay(month))}
        </div>
        <IconButton
          aria-label="Next month"
          disabled={within(getLastDay(month) + 1) <= getLastDay(month)}
          onClick={() => turn('PageDown')}
        >
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the date grid of the ARIA practices
        role="grid"
        aria-label={nameMonth(getFirstDay(month))}
        className="calendar-popover-days"
        onKeyDown={move}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, at) => SUNDAY + firstWeekday + at).map((day) => (
              <th key={day} scope="col" abbr={nameWeekday(day)}>
                {shortWeekday(day)}
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
                      className="calendar-popover-day n"
                      aria-label={nameDay(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={within(day) !== day}
                      data-chosen={day === chosenDay ? '' : undefined}
                      tabIndex={day === focusedDay ? 0 : -1}
                      onClick={() => within(day) === day && onChoose(day)}
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
      <button
        type="button"
        className="calendar-popover-today button button-text button-small"
        disabled={within(today) !== today}
        onClick={() => onChoose(today)}
      >
        Today
      </button>
    </Popover>
  );
}
