import { useEffect, useRef } from 'react';
import { useTaskActions, useTimeContext } from '../hooks/use-task-actions.ts';
import { QuickAdd } from './quick-add.tsx';

/** Quick add for a page without a task list. With `initialText`, it begins with the focus. */
export function QuickAddLine({ initialText = '' }: { initialText?: string }) {
  const context = useTimeContext();
  const { create } = useTaskActions('upcoming', context);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (initialText !== '') inputRef.current?.focus();
  }, [initialText]);
  return (
    <QuickAdd
      create={create}
      view="upcoming"
      context={context}
      inputRef={inputRef}
      initialText={initialText}
    />
  );
}
