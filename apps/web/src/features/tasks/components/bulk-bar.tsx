import type { Task } from '@dayloom/contracts';
import { formatDayNumber } from '@dayloom/time';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Check, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import { type TimeFrame, todayIn } from '../model/time-frame.ts';
import { CompactInput, CompactSelect } from './compact-fields.tsx';

interface BulkBarProps {
  tasks: readonly Task[];
  hasMore: boolean;
  projectsId: string;
  frame: TimeFrame;
  actions: TaskActions;
  onAll: () => void;
  onStop: () => void;
}

/** Actions for all selected tasks. */
export function BulkBar({ tasks, hasMore, projectsId, frame, actions, onAll, onStop }: BulkBarProps) {
  const [project, setProject] = useState('');
  const isEmpty = tasks.length === 0;
  const today = todayIn(frame);
  const isDone = tasks.length > 0 && tasks.every(({ status }) => status === 'done');
  const isSomeday = tasks.length > 0 && tasks.every((task) => task.isSomeday);
  const dues: Record<string, () => Promise<boolean>> = {
    today: () => actions.setDue(tasks, formatDayNumber(today), 'due today'),
    tomorrow: () => actions.setDue(tasks, formatDayNumber(today + 1), 'due tomorrow'),
    none: () => actions.setDue(tasks, null, 'without a deadline'),
  };
  const applyProject = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void actions.setProject(tasks, project.trim().replace(/^#/, '') || null);
    setProject('');
  };
  return (
    <Box
      role="toolbar"
      aria-label="Selected tasks"
      onKeyDown={(event) => event.key === 'Escape' && onStop()}
      sx={{
        position: 'sticky',
        // Below the shell's top bar.
        top: 64,
        zIndex: 5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        p: '8px 8px 8px 14px',
        bgcolor: 'background.overlay',
        border: `1px solid ${colors.lineStrong}`,
        borderRadius: radius.card,
        '@media (pointer: coarse)': {
          '& .MuiButton-root': { height: 44 },
          '& .MuiIconButton-root': { width: 44, height: 44 },
        },
      }}
    >
      <Box component="output" className="n" sx={{ fontWeight: 600, mr: 'auto', order: -2 }}>
        {tasks.length} selected
      </Box>
      {hasMore && (
        <Button size="small" variant="text" onClick={onAll} sx={{ order: -2 }}>
          All
        </Button>
      )}
      <Button
        size="small"
        disabled={isEmpty}
        startIcon={<Check size={14} aria-hidden />}
        onClick={() => void actions.setDone(tasks, !isDone)}
      >
        {isDone ? 'Open again' : 'Complete'}
      </Button>
      <CompactSelect
        aria-label="Set priority"
        value=""
        disabled={isEmpty}
        onChange={(event) => void actions.setPriority(tasks, Number(event.currentTarget.value))}
      >
        <option value="" disabled>
          Priority
        </option>
        {[1, 2, 3, 4].map((priority) => (
          <option key={priority} value={priority}>
            P{priority}
          </option>
        ))}
      </CompactSelect>
      <CompactSelect
        aria-label="Set due date"
        style={{ width: 92 }}
        value=""
        disabled={isEmpty}
        onChange={(event) => void dues[event.currentTarget.value]?.()}
      >
        <option value="" disabled>
          Due
        </option>
        <option value="today">Today</option>
        <option value="tomorrow">Tomorrow</option>
        <option value="none">No deadline</option>
      </CompactSelect>
      <CompactInput
        aria-label="Set project, then Enter"
        placeholder="Project ↵"
        list={projectsId}
        maxLength={80}
        value={project}
        disabled={isEmpty}
        onChange={(event) => setProject(event.currentTarget.value)}
        onKeyDown={applyProject}
        style={{ width: 110 }}
      />
      <Button size="small" disabled={isEmpty} onClick={() => void actions.setSomeday(tasks, !isSomeday)}>
        {isSomeday ? 'Not someday' : 'Someday'}
      </Button>
      <Button
        size="small"
        color="error"
        disabled={isEmpty}
        startIcon={<Trash2 size={14} aria-hidden />}
        onClick={() => void actions.remove(tasks)}
      >
        Delete
      </Button>
      <IconButton size="small" aria-label="Stop selecting" onClick={onStop} sx={{ order: { xs: -1, sm: 0 } }}>
        <X size={16} aria-hidden />
      </IconButton>
    </Box>
  );
}
