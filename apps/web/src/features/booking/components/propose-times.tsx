import { Field } from '#ui/field.tsx';
import type { BookingCalls } from '../api.ts';
import { hasTime, isSameTime, toEnd } from '../model/invitations.ts';
import type { LocalTime } from '../model/local-time.ts';
import { Icon } from './icons.tsx';
import { WeekChooser } from './week-chooser.tsx';
import './propose-times.css';

const MAX_TIMES = 5;

interface ProposeTimesProps {
  readonly listOwnBusy: BookingCalls['listOwnBusy'];
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

/** Up to five other times, on a week. */
export function ProposeTimes(props: ProposeTimesProps) {
  const { listOwnBusy, who, localTime, durationMinutes, asked, chosen, reason, isBusy } = props;
  const { onChoose, onReason, onBack, onPropose } = props;
  const isFull = chosen.length >= MAX_TIMES;
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
      <WeekChooser
        listOwnBusy={listOwnBusy}
        localTime={localTime}
        durationMinutes={durationMinutes}
        firstDay={asked[0] ? localTime.toDay(asked[0]) : 0}
        proposed={asked}
        chosen={chosen}
        isFull={isFull}
        onToggle={toggle}
      />
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
  if (count === 0) return `Choose up to ${MAX_TIMES} times.`;
  return count === MAX_TIMES ? `These are ${MAX_TIMES}, as many as you can propose.` : 'Chosen:';
}

function toSubmitLabel(count: number): string {
  if (count === 0) return 'Propose';
  return count === 1 ? 'Propose this time' : `Propose ${count} times`;
}
