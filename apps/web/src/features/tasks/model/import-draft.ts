import type { NewTask } from '@dayloom/contracts';
import { CONTROL, quote, toLine, UNSTORABLE } from './imported-text.ts';
import { cut, MAX_TITLE } from './long-title.ts';

const MAX_NOTES = 20_000;

export const MAX_SUBTASKS = 200;

export interface Draft {
  title: string;
  notes: string[];
  subtasks: { title: string; done: boolean }[];
  fields: Partial<NewTask>;
}

export const startDraft = (title: string, notes: readonly string[]): Draft => ({
  title,
  notes: [...notes],
  subtasks: [],
  fields: {},
});

/** A title that is too long is in the notes, whole. */
export const keepLongTitle = (title: string) =>
  title.length > MAX_TITLE ? title.replace(CONTROL, ' ').trim() : '';

export function cutNotes(notes: string, title: string, problems: string[]): string {
  if (notes.length > MAX_NOTES)
    problems.push(`The notes of '${quote(title)}' are cut after ${MAX_NOTES} characters.`);
  return cut(notes, MAX_NOTES);
}

export const tooManySubtasks = (title: string, subtask: string) =>
  `'${quote(title)}' has more than ${MAX_SUBTASKS} subtasks: '${quote(subtask)}' is left out.`;

export const toTasks = (drafts: readonly Draft[], problems: string[]): NewTask[] =>
  drafts.map((draft) => toTask(draft, problems));

function toTask({ title, notes, subtasks, fields }: Draft, problems: string[]): NewTask {
  const text = [keepLongTitle(title), ...notes]
    .map((part) => part.replace(UNSTORABLE, '').trim())
    .filter((part) => part !== '')
    .join('\n\n');
  const named = subtasks.filter((one) => toLine(one.title) !== '');
  const kept = cutNotes(text, title, problems);
  for (const one of named.slice(MAX_SUBTASKS)) problems.push(tooManySubtasks(title, one.title));
  const parts = named
    .slice(0, MAX_SUBTASKS)
    .map((one) => ({ id: crypto.randomUUID(), title: toLine(one.title), done: one.done }));
  return {
    _id: crypto.randomUUID(),
    title: toLine(title),
    ...(kept !== '' && { notes: kept }),
    ...(parts.length > 0 && { subtasks: parts }),
    ...fields,
  };
}
