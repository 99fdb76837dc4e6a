import { useRef } from 'react';
import { useTaskActions, useTimeFrame } from '../hooks/use-task-actions.ts';
import { QuickAdd } from './quick-add.tsx';

/** Quick add for a page without a task list. */
export function QuickAddLine() {
  const frame = useTimeFrame();
  const { create } = useTaskActions('upcoming', frame);
  const inputRef = useRef<HTMLInputElement>(null);
  return <QuickAdd create={create} view="upcoming" frame={frame} inputRef={inputRef} />;
}
