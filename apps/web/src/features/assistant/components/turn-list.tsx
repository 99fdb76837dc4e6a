import type { ChatTurn } from '@dayloom/contracts';
import { ArrowDown } from 'lucide-react';
import type { Decision } from '../api.ts';
import { useStickToEnd } from '../hooks/use-stick-to-end.ts';
import type { PendingTurn } from '../model/pending-turn.ts';
import type { Effect } from '../model/slash-commands.ts';
import { PendingAnswer } from './pending-answer.tsx';
import { Turn } from './turn.tsx';
import './turn-list.css';

interface TurnListProps {
  /** The id of the conversation; null for a new one. */
  shown: string | null;
  turns: readonly ChatTurn[];
  pending: readonly PendingTurn[];
  /** What the server is asked to do with a turn at the moment. */
  deciding: { readonly decision: Decision; readonly turn: ChatTurn } | null | undefined;
  onDecide: (decision: Decision, turn: ChatTurn) => void;
  onRun: (effect: Effect) => void;
  onRetry: (pending: PendingTurn) => void;
  onEdit: (pending: PendingTurn) => void;
}

/** The turns, the newest at the bottom and in sight unless the person has scrolled up. */
export function TurnList(props: TurnListProps) {
  const { shown, turns, pending, deciding, onDecide, onRun, onRetry, onEdit } = props;
  const { scroller, content, isEndInSight, goToEnd } = useStickToEnd(`${shown} ${pending.at(-1)?.key}`);
  return (
    <div className="turn-list">
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- it scrolls, by keys too */}
      <div ref={scroller} className="turn-list-scroller" role="region" aria-label="Conversation" tabIndex={0}>
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
        <ol ref={content} className="turn-list-turns">
          {turns.map((turn, index) => (
            <Turn
              key={turn.id}
              turn={turn}
              isLatest={pending.length === 0 && index === turns.length - 1}
              deciding={deciding?.turn.id === turn.id ? deciding.decision : null}
              onDecide={onDecide}
              onRun={onRun}
            />
          ))}
          {pending.map((one) => (
            <PendingAnswer key={one.key} pending={one} onRetry={onRetry} onEdit={onEdit} />
          ))}
        </ol>
      </div>
      {!isEndInSight && (
        <button
          type="button"
          className="turn-list-end"
          aria-label="Go to the latest message"
          onClick={goToEnd}
        >
          <ArrowDown size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}
