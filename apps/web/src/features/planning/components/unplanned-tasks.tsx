import { Flag, GripVertical } from 'lucide-react';
import { memo, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { type UnplannedTask, useUnplannedTasks } from '../api.ts';
import { describeDue } from '../model/plan-items.ts';
import { moveFocusBeforeRemoval, moveToRow } from './row-moves.ts';
import './unplanned-tasks.css';

interface UnplannedTasksProps {
  /** Opens the sheet of a task. */
  onOpen: (taskId: string) => void;
  /** Pins a task to the next free hour in view: the alternative to dragging. */
  onPin: (task: UnplannedTask) => void;
  /** Next to the grid tasks are dragged; elsewhere their button is always visible. */
  canDrag: boolean;
}

/** There may be hundreds: they are drawn again only when they change. */
export const UnplannedTasks = memo(function UnplannedTasks({ onOpen, onPin, canDrag }: UnplannedTasksProps) {
  const now = useNow();
  const { data, isPending, error, refetch } = useUnplannedTasks();
  const tasks = data?.unplanned ?? [];
  const [focused, setFocused] = useState<string | null>(null);
  const active = (tasks.find(({ _id }) => _id === focused) ?? tasks[0])?._id;
  return (
    <section aria-labelledby="unplanned" className="unplanned-tasks">
      <div className="unplanned-tasks-head">
        <h2 id="unplanned" className="unplanned-tasks-title text-h3">
          Unplanned
        </h2>
        {tasks.length > 0 && (
          <span className="unplanned-tasks-count n text-caption">
            {tasks.length}
            {data?.isCut && '+'}
          </span>
        )}
      </div>
      {isPending ? (
        <RowsSkeleton rows={3} label="Loading tasks" />
      ) : error ? (
        <div role="alert" className="unplanned-tasks-note text-small">
          {getMessage(error, 'The tasks could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : tasks.length === 0 ? (
        <div className="unplanned-tasks-note text-small">
          {data?.hasTasks
            ? 'Every task is planned. '
            : 'Say what you have to do, and the plan finds the hours. '}
          <PageLink to="/tasks" className="unplanned-tasks-add">
            Add a task
          </PageLink>
        </div>
      ) : (
        <>
          <ul className="unplanned-tasks-list">
            {tasks.map((task) => (
              <TaskRow
                key={task._id}
                task={task}
                now={now}
                isActive={task._id === active}
                onFocus={setFocused}
                onPin={onPin}
                onOpen={onOpen}
                canDrag={canDrag}
              />
            ))}
          </ul>
          {canDrag && (
            <div className="unplanned-tasks-hint text-small">
              Drag a task onto the grid to pin it there, or press <Kbd keys="r" /> and the plan places all.
            </div>
          )}
        </>
      )}
    </section>
  );
});

interface TaskRowProps extends UnplannedTasksProps {
  task: UnplannedTask;
  now: Date;
  /** Only the buttons of one row are tab stops: behind hundreds of them, the keyboard would hardly reach the grid. */
  isActive: boolean;
  onFocus: (taskId: string) => void;
}

const TaskRow = memo(function TaskRow({
  task,
  now,
  isActive,
  onFocus,
  onPin,
  onOpen,
  canDrag,
}: TaskRowProps) {
  const due = describeDue(task, now);
  const tabStop = { tabIndex: isActive ? 0 : -1, onFocus: () => onFocus(task._id), onKeyDown: moveToRow };
  return (
    <li
      className="unplanned-tasks-task"
      data-drag-task={canDrag ? task._id : undefined}
      data-drag-title={task.title}
      data-drag-minutes={Math.min(task.remainingMinutes, task.maxChunkMinutes)}
    >
      <div className="unplanned-tasks-task-text">
        <button
          className="unplanned-tasks-task-title"
          type="button"
          {...tabStop}
          title={task.title}
          onClick={() => onOpen(task._id)}
        >
          {task.title}
        </button>
        <div className="unplanned-tasks-facts n text-caption">
          <span>
            {formatMinutes(task.remainingMinutes)}
            {task.remainingMinutes < task.durationMinutes && ' left'}
          </span>
          {due && (
            <span className="unplanned-tasks-due" data-late={Boolean(task.risk) || undefined}>
              <Flag size={11} aria-hidden />
              {due}
            </span>
          )}
        </div>
        <Button
          size="small"
          variant="text"
          {...tabStop}
          onClick={({ currentTarget }) => {
            moveFocusBeforeRemoval(currentTarget);
            onPin(task);
          }}
          aria-label={`Pin ${task.title} to the next hour`}
          className={canDrag ? 'unplanned-tasks-keyboard-pin' : 'unplanned-tasks-pin'}
        >
          Pin to the next hour
        </Button>
      </div>
      {canDrag && (
        <span aria-hidden className="unplanned-tasks-grip">
          <GripVertical size={14} />
        </span>
      )}
    </li>
  );
});
