import type { Task } from '@dayloom/contracts';
import { formatDayNumber } from '@dayloom/time';
import { Check, Trash2, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Select } from '#ui/select-field.tsx';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import { type TimeContext, todayIn } from '../model/time-context.ts';
import { CompactInput } from './compact-fields.tsx';
import './bulk-bar.css';

const priorities = ['1', '2', '3', '4'].map((value) => ({ value, label: `P${value}` }));
const dueChoices = [
  { value: 'today', label: 'Today' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'none', label: 'No deadline' },
];

interface BulkBarProps {
  tasks: readonly Task[];
  hasMore: boolean;
  projectsId: string;
  context: TimeContext;
  actions: TaskActions;
  onAll: () => void;
  onStop: () => void;
}

/** Actions for all selected tasks. */
export function BulkBar({ tasks, hasMore, projectsId, context, actions, onAll, onStop }: BulkBarProps) {
  const [project, setProject] = useState('');
  const isEmpty = tasks.length === 0;
  const today = todayIn(context);
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
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- hears Escape for its controls, which take the focus
    <div
      className="bulk-bar"
      role="toolbar"
      aria-label="Selected tasks"
      onKeyDown={(event) => event.key === 'Escape' && onStop()}
    >
      <output className="bulk-bar-count n">{tasks.length} selected</output>
      {hasMore && (
        <Button size="small" variant="text" className="bulk-bar-button bulk-bar-all" onClick={onAll}>
          All
        </Button>
      )}
      <Button
        className="bulk-bar-button"
        size="small"
        disabled={isEmpty}
        startIcon={<Check size={14} aria-hidden />}
        onClick={() => void actions.setDone(tasks, !isDone)}
      >
        {isDone ? 'Open again' : 'Complete'}
      </Button>
      <Select
        isCompact
        label="Set priority"
        placeholder="Priority"
        value=""
        disabled={isEmpty}
        options={priorities}
        onChange={(priority) => void actions.setPriority(tasks, Number(priority))}
      />
      <Select
        isCompact
        label="Set due date"
        className="bulk-bar-due"
        placeholder="Due"
        value=""
        disabled={isEmpty}
        options={dueChoices}
        onChange={(due) => void dues[due]?.()}
      />
      <CompactInput
        aria-label="Set project, then Enter"
        placeholder="Project ↵"
        list={projectsId}
        maxLength={80}
        value={project}
        disabled={isEmpty}
        onChange={(event) => setProject(event.currentTarget.value)}
        onKeyDown={applyProject}
        className="bulk-bar-project"
      />
      <Button
        className="bulk-bar-button"
        size="small"
        disabled={isEmpty}
        onClick={() => void actions.setSomeday(tasks, !isSomeday)}
      >
        {isSomeday ? 'Not someday' : 'Someday'}
      </Button>
      <Button
        className="bulk-bar-button"
        size="small"
        color="error"
        disabled={isEmpty}
        startIcon={<Trash2 size={14} aria-hidden />}
        onClick={() => void actions.remove(tasks)}
      >
        Delete
      </Button>
      <IconButton size="small" className="bulk-bar-stop" aria-label="Stop selecting" onClick={onStop}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
