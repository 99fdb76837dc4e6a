import { TriangleAlert } from 'lucide-react';
import { premiumOffer } from '#lib/premium-offer.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import type { PendingTurn } from '../model/pending-turn.ts';
import { AnswerMark, Message } from './turn.tsx';
import './pending-answer.css';

interface PendingAnswerProps {
  pending: PendingTurn;
  onRetry: (pending: PendingTurn) => void;
  onEdit: (pending: PendingTurn) => void;
}

const progress = {
  queued: 'Waiting for the answer before',
  sending: 'Sending',
  writing: 'Thinking',
  reconnecting: 'Connecting again',
  stopping: 'Stopping',
};

/** A message whose answer is being written, or could not be. */
export function PendingAnswer({ pending, onRetry, onEdit }: PendingAnswerProps) {
  const { text, reply, state, failure } = pending;
  return (
    <li className="pending-answer">
      <Message text={text} />
      {failure ? (
        <Failed pending={pending} onRetry={onRetry} onEdit={onEdit} />
      ) : (
        <div className="pending-answer-answer">
          <AnswerMark />
          {/* Pieces are not read aloud; the page announces the whole reply. */}
          <div className="pending-answer-content" aria-busy="true">
            {reply && <p className="pending-answer-reply">{reply}</p>}
            {(reply === '' || state === 'reconnecting' || state === 'stopping') && state !== 'failed' && (
              <p className="pending-answer-progress">
                {progress[state]}
                <span className="pending-answer-dots" aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
              </p>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

function Failed({ pending, onRetry, onEdit }: PendingAnswerProps) {
  const { profile } = useViewer();
  const { failure } = pending;
  const isLimit = failure?.code === 'limit_reached';
  return (
    <div className="pending-answer-failed" role="alert">
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span className="pending-answer-reason">
        {failure?.message}
        {isLimit && profile?.settings.accountStatus === 'FREE' && (
          <>
            {' '}
            <Link to="/settings?tab=billing">{premiumOffer(profile.settings)}</Link>
          </>
        )}
      </span>
      <span className="pending-answer-buttons">
        <Button size="small" variant="text" onClick={() => onEdit(pending)}>
          Edit
        </Button>
        <Button size="small" onClick={() => onRetry(pending)}>
          Try again
        </Button>
      </span>
    </div>
  );
}
