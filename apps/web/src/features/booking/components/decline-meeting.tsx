import { Field } from '#ui/field.tsx';
import './decline-meeting.css';

const REASONS = ['Not the right person', 'Too busy this month', 'By email, please'];

interface DeclineMeetingProps {
  readonly who: string;
  readonly reason: string;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
  readonly onBack: () => void;
  readonly onDecline: () => void;
}

/** Asks once, with room for a reason. */
export function DeclineMeeting({ who, reason, isBusy, onReason, onBack, onDecline }: DeclineMeetingProps) {
  const toggle = (text: string) =>
    onReason(
      reason.includes(text)
        ? reason.replace(text, '').trim().replace(/^\. /, '')
        : [reason.trim().replace(/\.$/, ''), text].filter(Boolean).join('. '),
    );
  return (
    <form
      className="decline-meeting"
      aria-labelledby="decline-meeting-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onDecline();
      }}
    >
      <h2 ref={focusHeading} id="decline-meeting-title" tabIndex={-1} className="text-h2">
        Decline this request?
      </h2>
      <p className="text-small">A reason helps {who} find something better. Nobody else sees it.</p>
      <div className="decline-meeting-reasons">
        {REASONS.map((text) => (
          <button
            key={text}
            type="button"
            className="decline-meeting-reason"
            aria-pressed={reason.includes(text)}
            onClick={() => toggle(text)}
          >
            {text}
          </button>
        ))}
      </div>
      <Field
        label={`Reason for ${who} (optional)`}
        multiline
        rows={2}
        maxLength={1_000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <div className="meeting-answer-actions">
        <button type="submit" className="button button-danger button-large" aria-disabled={isBusy}>
          {isBusy ? 'Sending ...' : 'Decline'}
        </button>
        <button type="button" className="button button-text button-large" onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus();
