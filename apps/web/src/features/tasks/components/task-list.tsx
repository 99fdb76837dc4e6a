import type { AtRisk, Task } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useId } from 'react';
import { Hidden } from '#ui/hidden.tsx';
import type { TaskGroup } from '../model/groups.ts';
import { minutesInWords } from '../model/minutes.ts';
import type { TimeFrame } from '../model/time-frame.ts';
import { TaskRow, type TaskRowProps } from './task-row.tsx';

type RowActions = Pick<TaskRowProps, 'onOpen' | 'onDone' | 'onChoose' | 'onFocus'>;

interface TaskListProps extends RowActions {
  groups: readonly TaskGroup[];
  frame: TimeFrame;
  atRisk: readonly AtRisk[];
  activeId: string | null;
  markedId: string | null;
  isSelecting: boolean;
  chosen: ReadonlySet<string>;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function TaskList({
  groups,
  frame,
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
  const findRow = (task: Task) => (
    <TaskRow
      key={task._id}
      task={task}
      frame={frame}
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
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              p: '16px 10px 6px',
              typography: 'subtitle2',
              fontWeight: 600,
            }}
          >
            <Box component="h2" id={`${hintId}-${index}`} sx={{ m: 0, font: 'inherit' }}>
              {group.title}
            </Box>
            {group.hint && (
              <Box component="span" sx={{ color: 'text.tertiary', fontWeight: 500 }}>
                {group.hint}
              </Box>
            )}
            {group.minutes > 0 && (
              <Box
                component="span"
                className="n"
                sx={{ ml: 'auto', typography: 'caption', color: 'text.tertiary' }}
              >
                {minutesInWords(group.minutes)}
              </Box>
            )}
          </Box>
          <Box component="ul" aria-describedby={hintId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {group.tasks.map(findRow)}
          </Box>
        </section>
      ))}
    </div>
  );
}
