/** A task as the export reads it from its row. */
export interface ExportedTask {
  readonly title: string;
  readonly notes: string;
  readonly status: string;
  readonly project: string | null;
  readonly duration_minutes: number;
  readonly due_on: string | null;
  readonly due_at: string | null;
  readonly due_kind: string;
  readonly priority: number;
  readonly recurrence_rule: string | null;
  readonly is_someday: boolean;
  readonly subtasks: readonly { readonly title: string; readonly done: boolean }[];
  readonly deleted_at: string | null;
}

/** The heading of a group of tasks. */
export function getGroup({ status, project, is_someday, deleted_at }: ExportedTask): string {
  if (deleted_at !== null) return 'Deleted';
  if (status === 'done') return 'Done';
  if (is_someday) return 'Someday';
  return project ? `#${project}` : 'No project';
}

/** A task as a checkbox line with its details, followed by its subtasks and notes. */
export function taskMarkdown(task: ExportedTask): string {
  const due = task.due_on ?? task.due_at;
  const facts = [
    `${task.duration_minutes} min`,
    `p${task.priority}`,
    due && `due ${due}${task.due_kind === 'hard' ? ' (hard)' : ''}`,
    task.recurrence_rule && `repeats ${task.recurrence_rule}`,
  ].filter((fact): fact is string => Boolean(fact));
  const lines = [
    `- [${task.status === 'done' ? 'x' : ' '}] ${escaped(task.title)} (${facts.join(', ')})`,
    ...task.subtasks.map(({ title, done }) => `  - [${done ? 'x' : ' '}] ${escaped(title)}`),
  ];
  // Notes are Markdown already; the indent keeps them part of the task.
  const notes = task.notes.trim();
  if (notes) lines.push('', ...notes.split(/\r?\n/).map((line) => (line ? `  ${line}` : '')), '');
  return `${lines.join('\n')}\n`;
}

/** Titles are plain text, so Markdown characters are escaped. */
function escaped(title: string): string {
  return title.replace(/[\\`*_[\]<>#]/g, '\\$&');
}
