import type { AtRisk, Task } from '@dayloom/contracts';
import { type KeyboardEvent, useId } from 'react';
import { formatMinutes } from '#lib/format-minutes.ts';
import { Hidden } from '#ui/hidden.tsx';
import type { TaskGroup } from '../model/groups.ts';
import type { TimeContext } from '../model/time-context.ts';
import { TaskRow, type TaskRowProps } from './task-row.tsx';
import './task-list.css';

type RowActions = Pick<TaskRowProps, 'onOpen' | 'onDone' | 'onChoose' | 'onFocus'>;

interface TaskListProps extends RowActions {
  groups: readonly TaskGroup[];
  context: TimeContext;
  atRisk: readonly AtRisk[];
  activeId: string | null;
  markedId: string | null;
  isSelecting: boolean;
  chosen: ReadonlySet<string>;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function TaskList({
  groups,
  context,
  atRisk,
  activeId,
  markedId,
  isSelecting,
  chosen,
  onKeyDown,
  ...actions
}: TaskListProps) {
  const hintId = useId();
  const risks = new Map(atRisk.map((risk) => [risk.taskId, risk]));
  const renderRow = (task: Task) => (
    <TaskRow
      key={task._id}
      task={task}
      context={context}
      risk={risks.get(task._id)}
      isActive={task._id === activeId}
      isMarked={task._id === markedId}
      isSelecting={isSelecting}
      isChosen={chosen.has(task._id)}
      {...actions}
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears keys for the focused row; the rows' own controls are real buttons and checkboxes
    <div onKeyDown={onKeyDown}>
      <Hidden id={hintId}>
        Arrow keys, J and K move through the tasks. Enter opens one, X completes it. Question mark lists all
        keys.
      </Hidden>
      {groups.map((group, index) => (
        <section key={group.id} aria-labelledby={`${hintId}-${index}`}>
          <div className="task-list-head text-label">
            <h2 id={`${hintId}-${index}`} className="task-list-title">
              {group.title}
            </h2>
            {group.hint && <span className="task-list-hint">{group.hint}</span>}
            {group.minutes > 0 && (
              <span className="task-list-length text-caption n">{formatMinutes(group.minutes)}</span>
            )}
          </div>
          <ul aria-describedby={hintId} className="task-list-rows">
            {group.tasks.map(renderRow)}
          </ul>
        </section>
      ))}
    </div>
  );
}
