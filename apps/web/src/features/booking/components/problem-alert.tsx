import type { CallProblem } from '../api.ts';
import type { LocalTime } from '../model/local-time.ts';

interface ProblemAlertProps {
  readonly problem: CallProblem;
  readonly localTime: LocalTime;
  readonly onAlternative: (startsAt: string) => void;
  /** Sends the same again; for problems that may pass. */
  readonly onRetry: () => void;
  readonly onOtherTime: () => void;
}

const mayPass: readonly CallProblem['kind'][] = ['unavailable', 'offline', 'failed', 'rate_limited'];

/** What went wrong, and what to do next. Other free times are offered as buttons. */
export function ProblemAlert({ problem, localTime, onAlternative, onRetry, onOtherTime }: ProblemAlertProps) {
  const { kind, message, alternatives, fields } = problem;
  const isAboutTime = kind === 'taken' || 'startsAt' in fields;
  return (
    <div className="booking-card-alert" role="alert">
      <p>
        {isAboutTime && kind !== 'taken' ? `This time ${fields['startsAt']}.` : message}
        {alternatives.length > 0 && ' These are the next free ones:'}
      </p>
      <div className="booking-card-alert-times">
        {alternatives.map((startsAt) => (
          <button key={startsAt} type="button" className="button" onClick={() => onAlternative(startsAt)}>
            {localTime.formatShortDay(localTime.toDay(startsAt))}, {localTime.formatTime(startsAt)}
          </button>
        ))}
        {isAboutTime && (
          <button type="button" className="button button-text" onClick={onOtherTime}>
            Choose another time
          </button>
        )}
        {mayPass.includes(kind) && (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}
