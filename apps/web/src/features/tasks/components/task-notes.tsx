import { useQueryClient } from '@tanstack/react-query';
import { useTask } from '../api.ts';
import { toPlainText } from '../model/markdown.ts';
import './task-notes.css';

/** How a task's notes begin, without markup. Nothing without notes. */
export function TaskNotes({ taskId }: { taskId: string }) {
  const notes = useTask(useQueryClient(), taskId).data?.task.notes;
  const text = notes && toPlainText(notes);
  return text ? <p className="task-notes text-small">{text}</p> : null;
}
