import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Flag, GripVertical } from 'lucide-react';
import { Link } from 'react-router';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { Kbd } from '#ui/kbd.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { colors, radius } from '#ui/tokens.ts';
import { type UnplannedTask, useUnplannedTasks } from '../api.ts';
import { dueInWords, minutesInWords } from '../model/plan-items.ts';

const Row = styled('li')({
  // Holds the button that only the keyboard shows; outside of it, it would lengthen the page.
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: 8,
  padding: '8px 6px 8px 10px',
  marginBottom: 6,
  borderRadius: radius.control,
  border: `1px solid ${colors.line}`,
  background: colors.surface1,
  touchAction: 'manipulation',
  '&:hover': { borderColor: colors.lineStrong },
});

const TaskTitle = styled('button')({
  display: '-webkit-box',
  width: '100%',
  padding: 0,
  border: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  background: 'transparent',
  color: 'inherit',
  cursor: 'inherit',
  font: 'inherit',
  fontSize: '0.8125rem',
  lineHeight: '18px',
  fontWeight: 550,
  textAlign: 'start',
  '&:hover': { textDecoration: 'underline' },
});

interface UnplannedTasksProps {
  /** Opens the sheet of a task. */
  onOpen: (taskId: string) => void;
  /** Pins a task to the next free hour in view: the alternative to dragging. */
  onPin: (task: UnplannedTask) => void;
  /** Next to the grid tasks are dragged; elsewhere their button is always visible. */
  canDrag: boolean;
}

export function UnplannedTasks({ onOpen, onPin, canDrag }: UnplannedTasksProps) {
  const { data, isPending, error, refetch } = useUnplannedTasks();
  const tasks = data?.unplanned ?? [];
  return (
    <Box
      component="section"
      aria-labelledby="unplanned"
      sx={{ minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Box component="h2" id="unplanned" sx={{ m: 0, typography: 'h3' }}>
          Unplanned
        </Box>
        {tasks.length > 0 && (
          <Box component="span" className="n" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {tasks.length}
            {data?.isCut && '+'}
          </Box>
        )}
      </Box>
      {isPending ? (
        <RowsSkeleton rows={3} label="Loading tasks" />
      ) : error ? (
        <Box role="alert" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {getMessage(error, 'The tasks could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : tasks.length === 0 ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {data?.hasTasks
            ? 'Every task is planned. '
            : 'Say what you have to do, and the plan finds the hours. '}
          <Link to="/tasks" style={{ color: colors.secondaryText }}>
            Add a task
          </Link>
        </Box>
      ) : (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, overflowY: 'auto' }}>
            {tasks.map((task) => (
              <TaskRow key={task._id} task={task} onPin={onPin} onOpen={onOpen} canDrag={canDrag} />
            ))}
          </Box>
          {canDrag && (
            <Box sx={{ typography: 'body2', color: 'text.tertiary', mt: 0.5 }}>
              Drag a task onto the grid to pin it there, or press <Kbd keys="r" /> and the plan places all.
            </Box>
          )}
        </>
      )}
    </Box>
  );
}

interface TaskRowProps extends UnplannedTasksProps {
  task: UnplannedTask;
}

function TaskRow({ task, onPin, onOpen, canDrag }: TaskRowProps) {
  const due = dueInWords(task, useNow());
  return (
    <Row
      style={{ cursor: canDrag ? 'grab' : 'default' }}
      data-drag-task={canDrag ? task._id : undefined}
      data-drag-title={task.title}
      data-drag-minutes={Math.min(task.remainingMinutes, task.maxChunkMinutes)}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TaskTitle type="button" title={task.title} onClick={() => onOpen(task._id)}>
          {task.title}
        </TaskTitle>
        <Box
          className="n"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          <span>
            {minutesInWords(task.remainingMinutes)}
            {task.remainingMinutes < task.durationMinutes && ' left'}
          </span>
          {due && (
            <Box
              component="span"
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: '4px',
                color: task.risk ? 'warning.main' : 'text.secondary',
              }}
            >
              <Flag size={11} aria-hidden />
              {due}
            </Box>
          )}
        </Box>
        <Button
          size="small"
          variant="text"
          onClick={() => onPin(task)}
          aria-label={`Pin ${task.title} to the next hour`}
          sx={
            canDrag
              ? {
                  position: 'absolute',
                  opacity: 0,
                  pointerEvents: 'none',
                  '&:focus-visible': { position: 'static', opacity: 1, mt: 0.5, ml: -1 },
                }
              : { mt: 0.5, ml: -1.25, height: 36 }
          }
        >
          Pin to the next hour
        </Button>
      </Box>
      {canDrag && (
        <Box component="span" aria-hidden sx={{ color: 'text.disabled', mt: '2px' }}>
          <GripVertical size={14} />
        </Box>
      )}
    </Row>
  );
}
