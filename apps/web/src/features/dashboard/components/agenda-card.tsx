import { Check } from 'lucide-react';
import type { Ref } from 'react';
import { getMessage } from '#lib/api.ts';
import { formatTimeRange } from '#lib/format-time.ts';
import { requestPath } from '#lib/page-request.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { type AgendaItem, count } from '../model/agenda.ts';
import './agenda-card.css';

interface AgendaCardProps {
  ref?: Ref<HTMLElement>;
  items: readonly AgendaItem[];
  now: Date;
  openTasks: number;
  /** The open tasks that are not planned. */
  waitingTasks: number;
  isLoading: boolean;
  failure: Error | null;
  onRetry: () => void;
}

export function AgendaCard({ ref, ...props }: AgendaCardProps) {
  const { items, now, openTasks, waitingTasks, isLoading, failure, onRetry } = props;
  const current = items.find(
    (item) => !item.isAllDay && !item.isDone && item.startsAt <= now && item.endsAt > now,
  );
  const step = findFirstStep(openTasks, waitingTasks);
  return (
    <Card ref={ref} tabIndex={-1} aria-labelledby="agenda-today">
      <CardHeader id="agenda-today" title="Today" count={items.length > 0 ? items.length : undefined} />
      {failure ? (
        <CardRow role="alert">
          <div className="agenda-card-failure">
            {getMessage(failure, "Today's agenda could not be loaded.")}
          </div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </CardRow>
      ) : isLoading ? (
        <RowsSkeleton rows={4} label="Loading today's agenda" />
      ) : items.length === 0 ? (
        <EmptyState
          headingLevel="h3"
          title={openTasks > 0 ? 'Nothing planned today' : 'Nothing on the calendar today'}
          action={
            <Button to={step.to} {...step.request} size="small">
              {step.name}
            </Button>
          }
        >
          {step.text}
        </EmptyState>
      ) : (
        <ul className="agenda-card-list">
          {items.map((item) => (
            <AgendaRow key={item.id} item={item} isNow={item === current} isOver={item.endsAt <= now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What to do about an empty day. */
function findFirstStep(openTasks: number, waitingTasks: number) {
  if (waitingTasks > 0)
    return {
      name: 'Plan my week',
      to: '/calendar-flow',
      request: requestPath('plan-week'),
      text: `${count(waitingTasks, 'open task')} ${waitingTasks === 1 ? 'waits' : 'wait'} for a place in the calendar.`,
    };
  if (openTasks > 0)
    return {
      name: 'Open the calendar',
      to: '/calendar-flow',
      text: `${openTasks === 1 ? 'The open task has its' : 'Every open task has its'} time on another day.`,
    };
  return {
    name: 'Connect a calendar',
    to: '/settings?tab=accounts',
    text: 'Write above what you have to do. The plan finds the hours around your events.',
  };
}

interface AgendaRowProps {
  item: AgendaItem;
  isNow: boolean;
  isOver: boolean;
}

function AgendaRow({ item, isNow, isOver }: AgendaRowProps) {
  return (
    <li>
      <CardRow className="agenda-card-row" data-now={isNow || undefined}>
        <span className="agenda-card-time n text-small">
          {item.isAllDay ? 'All day' : formatTimeRange(item.startsAt, item.endsAt)}
        </span>
        <span
          aria-hidden
          className="agenda-card-mark"
          data-kind={item.kind}
          style={item.kind === 'event' && item.color ? { background: item.color } : undefined}
        />
        <span className="agenda-card-title" data-done={item.isDone || undefined}>
          {item.title}
        </span>
        {item.chunk && <Chip>{item.chunk}</Chip>}
        {isNow && <Chip tone="planned">Now</Chip>}
        {item.isDone ? (
          <Chip tone="ok">
            <Check size={12} strokeWidth={2.5} />
            Done
          </Chip>
        ) : (
          item.kind === 'block' &&
          !isNow && <Chip tone={isOver ? 'neutral' : 'planned'}>{isOver ? 'Not finished' : 'Planned'}</Chip>
        )}
      </CardRow>
    </li>
  );
}
