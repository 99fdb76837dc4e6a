import type { AtRisk, Task } from '@dayloom/contracts';
import { CalendarDays, Flag, Repeat, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatMinutes } from '#lib/format-minutes.ts';
import { Chip } from '#ui/chip.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { toRowId } from '../hooks/use-task-rows.ts';
import { describeDue, describeRisk, describeRowPlace, takesPlace } from '../model/task-words.ts';
import type { TimeContext } from '../model/time-context.ts';
import { PriorityBadge } from './priority-badge.tsx';
import { TaskCheck } from './task-check.tsx';
import './task-row.css';

export interface TaskRowProps {
  task: Task;
  context: TimeContext;
  risk: AtRisk | undefined;
  /** The row in the tab order. */
  isActive: boolean;
  /** Focused by the keyboard, or open in the sheet. */
  isMarked: boolean;
  isSelecting: boolean;
  isChosen: boolean;
  onOpen: (task: Task) => void;
  onDone: (task: Task, isDone: boolean) => void;
  onChoose: (task: Task, withShift: boolean) => void;
  onFocus: (task: Task) => void;
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const {
    task,
    context,
    risk,
    isActive,
    isMarked,
    isSelecting,
    isChosen,
    onOpen,
    onDone,
    onChoose,
    onFocus,
  } = props;
  const isDone = task.status === 'done';
  const due = takesPlace(task) ? null : describeDue(task, context);
  const tabIndex = isActive ? 0 : -1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears when one of its own controls takes the focus
    <li
      className="task-row"
      data-highlighted={isMarked || isChosen || undefined}
      onFocus={() => onFocus(task)}
    >
      {isSelecting ? (
        <TaskCheck
          isSquare
          label={`Select ${task.title}`}
          isChecked={isChosen}
          tabIndex={tabIndex}
          onChange={(_, withShift) => onChoose(task, withShift)}
        />
      ) : (
        <TaskCheck
          label={`Complete ${task.title}`}
          isChecked={isDone}
          tabIndex={tabIndex}
          onChange={(isChecked) => onDone(task, isChecked)}
        />
      )}
      {/* Covers the row, so that a click anywhere opens the task. */}
      <button
        type="button"
        id={toRowId(task._id)}
        className="task-row-title"
        data-done={isDone || undefined}
        tabIndex={tabIndex}
        onClick={(event) => (isSelecting ? onChoose(task, event.shiftKey) : onOpen(task))}
      >
        {task.title}
      </button>
      <div className="task-row-facts">
        <span className="task-row-project">{task.project && `#${task.project}`}</span>
        <PriorityBadge priority={task.priority} />
        <span>{formatMinutes(task.durationMinutes)}</span>
        <span className="task-row-due" data-urgency={due?.urgency}>
          {due && (
            <>
              <Flag size={12} aria-hidden />
              <Hidden>due</Hidden>
              {due.text}
            </>
          )}
          {task.recurrenceRule && <Repeat size={12} className="task-row-repeat" aria-label="repeats" />}
        </span>
        <Placement task={task} context={context} risk={risk} tabIndex={tabIndex} />
      </div>
    </li>
  );
});

function Placement({
  task,
  context,
  risk,
  tabIndex,
}: Pick<TaskRowProps, 'task' | 'context' | 'risk'> & { tabIndex: number }) {
  if (task.status === 'done') return <span />;
  const place = describeRowPlace(task, context);
  const tone = task.dueKind === 'hard' ? 'hard' : 'soft';
  if (!place)
    return (
      <span>
        {task.risk && (
          <span title={risk?.sentence} className="task-row-risk">
            <Chip tone={tone}>
              <TriangleAlert size={12} aria-hidden />
              {describeRisk(task.risk)}
            </Chip>
          </span>
        )}
      </span>
    );
  return (
    <span>
      <PageLink
        className="task-row-place"
        to={place.href}
        tabIndex={tabIndex}
        title={risk?.sentence}
        aria-label={`Planned ${place.text}, show in the calendar`}
      >
        <Chip tone={task.risk ? tone : 'planned'}>
          {task.risk ? <TriangleAlert size={12} aria-hidden /> : <CalendarDays size={12} aria-hidden />}
          {place.text}
        </Chip>
      </PageLink>
    </span>
  );
}
