import type { ChatTurn } from '@dayloom/contracts';
import { ArrowLeftRight, CalendarDays, Check, ListChecks, Undo2, Users } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { Decision } from '../api.ts';
import {
  type BoxIcon,
  describeChanges,
  describeState,
  isWithGuests,
  listUnmentionedActions,
} from '../model/change-words.ts';
import { ActionList } from './action-list.tsx';
import { EventChange } from './event-change.tsx';
import { FoundCard } from './found-card.tsx';
import { PlanChange } from './plan-change.tsx';
import { TaskChange } from './task-change.tsx';
import './change-box.css';

const icons = {
  event: CalendarDays,
  task: ListChecks,
  plan: ArrowLeftRight,
  meeting: Users,
} as const satisfies Record<BoxIcon, unknown>;

interface ChangeBoxProps {
  turn: ChatTurn;
  messageId: string;
  deciding: Decision | null;
  onDecide: (decision: Decision, turn: ChatTurn) => void;
  onEdit: () => void;
}

/** The changes of a turn: a waiting draft or what was done, with its buttons. */
export function ChangeBox({ turn, messageId, deciding, onDecide, onEdit }: ChangeBoxProps) {
  const { state, cards, isUndoable } = turn;
  const titleId = useId();
  const { title, icon } = describeChanges(turn);
  const Icon = icons[icon];
  const { words, tone } = describeState(turn);
  const isWaiting = state === 'waiting';
  const actions = listUnmentionedActions(turn);
  // Read after the button's name, because several answers have the same buttons.
  const described = { 'aria-describedby': messageId, disabled: deciding !== null };
  return (
    <section className="change-box" data-state={state} aria-labelledby={titleId}>
      <div className="change-box-head">
        <Icon size={18} strokeWidth={1.75} aria-hidden className="change-box-icon" />
        <h2 id={titleId} className="change-box-title text-h3">
          {title}
        </h2>
        <Chip tone={tone}>
          {tone === 'ok' && <Check size={12} aria-hidden />}
          {words}
        </Chip>
      </div>
      {cards.map((card, index) => {
        if (card.kind === 'event' && card.change)
          return <EventChange key={index} card={card} state={state} />;
        if (card.kind === 'task' && card.change) return <TaskChange key={index} card={card} state={state} />;
        if (card.kind === 'plan') return <PlanChange key={index} card={card} />;
        return card.kind === 'meeting' && <FoundCard key={index} card={card} />;
      })}
      {actions.length > 0 && (
        <div className="change-box-actions">
          <ActionList actions={actions} />
        </div>
      )}
      {isWaiting && (
        <div className="change-box-foot">
          <span className="change-box-note text-caption">
            {isWithGuests(turn)
              ? 'Guests get a mail 30 seconds after you apply it.'
              : 'Nothing happens before you apply it.'}
          </span>
          <span className="change-box-buttons">
            <Button variant="text" {...described} onClick={() => onDecide('discard', turn)}>
              Discard
            </Button>
            <Button {...described} onClick={onEdit}>
              Edit
            </Button>
            <Button
              variant="contained"
              color="primary"
              {...described}
              onClick={() => onDecide('apply', turn)}
            >
              {deciding === 'apply' ? 'Applying...' : 'Apply'}
            </Button>
          </span>
        </div>
      )}
      {isUndoable && !isWaiting && (
        <div className="change-box-foot">
          <span className="change-box-note text-caption">Everything in this answer is undone together.</span>
          <span className="change-box-buttons">
            <Button
              startIcon={<Undo2 size={16} aria-hidden />}
              {...described}
              onClick={() => onDecide('undo', turn)}
            >
              {deciding === 'undo' ? 'Undoing...' : 'Undo'}
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}
