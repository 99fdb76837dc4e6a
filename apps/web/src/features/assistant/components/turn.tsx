import type { ChatTurn } from '@dayloom/contracts';
import { memo, useId } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Mark } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import type { Decision } from '../api.ts';
import { listUnmentionedActions } from '../model/change-words.ts';
import type { Effect } from '../model/slash-commands.ts';
import { isChange, splitReply } from '../model/turns.ts';
import { ActionList } from './action-list.tsx';
import { ChangeBox } from './change-box.tsx';
import { Choices } from './choices.tsx';
import { Examples } from './examples.tsx';
import { FoundCard } from './found-card.tsx';
import './turn.css';

interface TurnProps {
  turn: ChatTurn;
  /** Choices of earlier turns are over. */
  isLatest: boolean;
  deciding: Decision | null;
  onDecide: (decision: Decision, turn: ChatTurn) => void;
  onRun: (effect: Effect) => void;
}

/** A message and its answer. */
export const Turn = memo(function Turn({ turn, isLatest, deciding, onDecide, onRun }: TurnProps) {
  const { productName } = useClientConfig();
  const messageId = useId();
  const { state, cards, notice, text } = turn;
  const { answer, note } = splitReply(turn);
  const actions = listUnmentionedActions(turn);
  const isChanging = isChange(turn);
  return (
    <li className="turn">
      <Message id={messageId} text={text} />
      <div className="turn-answer">
        <AnswerMark />
        <div className="turn-content">
          <Hidden>{`${productName} answered: `}</Hidden>
          {answer && <p className="turn-reply">{answer}</p>}
          {note && <p className="turn-note">{note}</p>}
          {notice && <p className="turn-note">{notice}</p>}
          {isChanging ? (
            <ChangeBox
              turn={turn}
              messageId={messageId}
              deciding={deciding}
              onDecide={onDecide}
              onEdit={() => {
                onDecide('discard', turn);
                onRun({ kind: 'fill', text });
              }}
            />
          ) : (
            actions.length > 0 && <ActionList actions={actions} />
          )}
          {cards.map(
            (card, index) =>
              !(isChanging && card.kind === 'meeting') && <FoundCard key={index} card={card} />,
          )}
          {cards.map((card, index) => (
            <Choices
              key={index}
              card={card}
              isDisabled={!isLatest}
              onChoose={(choice) => onRun({ kind: 'send', text: choice })}
            />
          ))}
          {state === 'not_understood' && isLatest && <Examples onRun={onRun} />}
          {state === 'failed' && (
            <div className="turn-failed">
              <span>This did not work.</span>
              <Button size="small" aria-describedby={messageId} onClick={() => onRun({ kind: 'fill', text })}>
                Edit
              </Button>
            </div>
          )}
        </div>
      </div>
    </li>
  );
});

export function Message({ id, text }: { id?: string; text: string }) {
  return (
    <div className="turn-message">
      <Hidden>You wrote: </Hidden>
      <p id={id} className="turn-text">
        {text}
      </p>
    </div>
  );
}

export function AnswerMark() {
  return (
    <span className="turn-mark" aria-hidden="true">
      <Mark size={18} />
    </span>
  );
}
