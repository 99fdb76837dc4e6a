import { useMemo, useState } from 'react';
import { getFirstDay, getLastDay, toMonth } from '#lib/months.ts';
import { useNow } from '#lib/now.ts';
import { Field } from '#ui/field.tsx';
import { listHalfHours } from '../model/half-hours.ts';
import { hasTime, isSameTime, toEnd } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import { MonthGrid } from './month-grid.tsx';
import './propose-times.css';

const MOST_TIMES = 5;
const MOST_MONTHS = 12;
const noDays: ReadonlySet<number> = new Set();

interface ProposeTimesProps {
  readonly who: string;
  readonly localTime: LocalTime;
  readonly durationMinutes: number;
  /** The times that were proposed to the attendee. */
  readonly asked: readonly string[];
  readonly chosen: readonly string[];
  readonly reason: string;
  readonly isBusy: boolean;
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly onReason: (reason: string) => void;
  readonly onBack: () => void;
  readonly onPropose: () => void;
}

/** A day and its half hours: up to five other times. */
export function ProposeTimes(props: ProposeTimesProps) {
  const { who, localTime, durationMinutes, asked, chosen, reason, isBusy } = props;
  const { onChoose, onReason, onBack, onPropose } = props;
  const now = useNow();
  const today = localTime.toDay(now.toISOString());
  const [day, setDay] = useState(() => Math.max(today, localTime.toDay(asked[0] ?? now.toISOString())));
  const [month, setMonth] = useState(() => toMonth(day));
  const [isWholeDay, setIsWholeDay] = useState(false);
  const days = useMemo(() => {
    const first = Math.max(today, getFirstDay(month));
    return new Set(Array.from({ length: Math.max(0, getLastDay(month) - first + 1) }, (_, at) => first + at));
  }, [month, today]);
  const hours = listHalfHours(localTime.timeZone, day, now.getTime(), { isWholeDay });
  const isFull = chosen.length >= MOST_TIMES;
  const toggle = (time: string) => {
    if (hasTime(chosen, time)) onChoose(chosen.filter((one) => !isSameTime(one, time)));
    else if (!isFull) onChoose([...chosen, time].sort());
  };
  return (
    <form
      className="propose-times"
      aria-labelledby="propose-times-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && chosen.length > 0) onPropose();
      }}
    >
      <h2 ref={focusHeading} id="propose-times-title" tabIndex={-1} className="text-h2">
        Propose another time
      </h2>
      <div className="propose-times-choice">
        <MonthGrid
          month={month}
          today={today}
          chosenDay={day}
          localTime={localTime}
          freeDays={days}
          preferredDays={noDays}
          isLate={false}
          lastMonth={toMonth(today) + MOST_MONTHS}
          onMonth={setMonth}
          onChoose={setDay}
        />
        <section className="propose-times-hours" aria-label="Time">
          <h3 className="text-h3">{localTime.formatShortDay(day)}</h3>
          {hours.length === 0 && <p className="text-small">No usual hours are left on this day.</p>}
          <ul>
            {hours.map((time) => (
              <li key={time}>
                <button
                  type="button"
                  className="propose-times-hour n"
                  aria-pressed={hasTime(chosen, time)}
                  aria-disabled={isFull && !hasTime(chosen, time)}
                  onClick={() => toggle(time)}
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
      <div className="propose-times-chosen">
        <p className="text-small" aria-live="polite">
          {toHint(chosen.length)}
        </p>
        <ul>
          {chosen.map((time) => {
            const text = `${localTime.formatShortDay(localTime.toDay(time))}, ${localTime.formatTimes(time, toEnd(time, durationMinutes))}`;
            return (
              <li key={time} className="chip" data-tone="planned">
                <span className="n">{text}</span>
                <button
                  type="button"
                  className="propose-times-remove"
                  aria-label={`Remove ${text}`}
                  onClick={() => toggle(time)}
                >
                  <Icon name="close" size={14} />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <Field
        label={`Message to ${who} (optional)`}
        multiline
        rows={2}
        maxLength={1_000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <div className="meeting-answer-actions">
        <button
          type="submit"
          className="button button-contained button-large"
          aria-disabled={isBusy || chosen.length === 0}
        >
          {isBusy ? 'Sending ...' : toSubmitLabel(chosen.length)}
        </button>
        <button type="button" className="button button-text button-large" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus();

function toHint(count: number): string {
  if (count === 0) return `Choose up to ${MOST_TIMES} times.`;
  return count === MOST_TIMES ? `These are ${MOST_TIMES}, as many as you can propose.` : 'Chosen:';
}

function toSubmitLabel(count: number): string {
  if (count === 0) return 'Propose';
  return count === 1 ? 'Propose this time' : `Propose ${count} times`;
}
