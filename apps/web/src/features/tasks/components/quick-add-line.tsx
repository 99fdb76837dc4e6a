import { useEffect, useRef } from 'react';
import { useTaskActions, useTimeFrame } from '../hooks/use-task-actions.ts';
import { QuickAdd } from './quick-add.tsx';

/** Quick add for a page without a task list. With `initialText`, it begins with the focus. */
export function QuickAddLine({ initialText = '' }: { initialText?: string }) {
  const frame = useTimeFrame();
  const { create } = useTaskActions('upcoming', frame);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (initialText !== '') inputRef.current?.focus();
  }, [initialText]);
  return (
    <QuickAdd create={create} view="upcoming" frame={frame} inputRef={inputRef} initialText={initialText} />
  );
}
