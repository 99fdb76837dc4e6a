import type { VisitorBooking } from '@dayloom/contracts';
import { useState } from 'react';
import { Field } from '#ui/field.tsx';
import type { BookingCalls, CallProblem } from '../api.ts';

interface CancelVisitProps {
  readonly calls: BookingCalls;
  readonly token: string;
  readonly who: string;
  readonly onCancelled: (visit: VisitorBooking) => void;
  readonly onLeave: () => void;
}

/** Asks once, with room for a message. */
export function CancelVisit({ calls, token, who, onCancelled, onLeave }: CancelVisitProps) {
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const cancel = async () => {
    setIsBusy(true);
    const result = await calls.cancelVisit(token, message.trim());
    setIsBusy(false);
    if ('response' in result) onCancelled(result.response.booking);
    else setProblem(result.problem);
  };
  return (
    <section className="visit-cancel" aria-labelledby="cancel-visit-title">
      <h2 id="cancel-visit-title" className="text-h2">
        Cancel this booking?
      </h2>
      <Field
        ref={(input) => input?.focus()}
        label={`Message to ${who} (optional)`}
        maxLength={1_000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {problem && (
        <p className="booking-card-alert" role="alert">
          {problem.message}
        </p>
      )}
      <div className="visit-actions">
        <button type="button" className="button button-text" onClick={onLeave}>
          Keep it
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void cancel()}
        >
          Yes, cancel it
        </button>
      </div>
    </section>
  );
}
