import { useEffect, useMemo } from 'react';
import { toLine, useLineReading } from '#features/tasks/hooks/use-line-reading.ts';
import { useTaskActions, useTimeContext } from '#features/tasks/hooks/use-task-actions.ts';
import type { Command } from '#ui/commands.ts';

/** Adds what is typed in the palette as a task, read like a line of quick add; null without text. */
export function useTaskAddition(query: string, onQuickAdd: (line: string) => void): Command | null {
  const context = useTimeContext();
  const { create } = useTaskActions('upcoming', context);
  const { language, load, toNewTaskRequest, understand } = useLineReading('upcoming', context);
  const text = query.trim();
  useEffect(() => {
    if (text !== '') void load();
  }, [text, load]);
  const understood = useMemo(() => understand(toLine(text)), [understand, text]);
  if (text === '') return null;
  return {
    id: 'add-task',
    label: `Add task: “${text}”`,
    detail: understood?.question?.text ?? understood?.words.join(' · ') ?? '',
    group: 'New task',
    run: () => {
      if (!language || understood?.question) onQuickAdd(text);
      else void create([toNewTaskRequest(language, toLine(text), crypto.randomUUID())]);
    },
  };
}
