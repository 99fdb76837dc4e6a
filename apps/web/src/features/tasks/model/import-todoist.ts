import type { NewTask } from '@dayloom/contracts';
import { readRows } from './import-csv.ts';
import { type Draft, startDraft, toTasks } from './import-draft.ts';
import { readDeadline, readWhen } from './import-words.ts';
import { type ReadContext, type ReadTasks, refuseTooMany } from './imported-tasks.ts';
import { quote } from './imported-text.ts';

/**
 * Todoist's template of a project. One row for each task, section and comment; a larger INDENT makes a subtask of the
 * task before. PRIORITY 1 is the highest. Dates are words ('every day', '27 Nov').
 * Source: Todoist's help, 'Import or export a project as a CSV file in Todoist'.
 */
export function readTodoist(
  csv: string,
  separator: string,
  project: string | null,
  context: ReadContext,
): ReadTasks {
  const drafts: Draft[] = [];
  const problems: string[] = [];
  let section = '';
  for (const row of readRows(csv, separator, problems)) {
    const last = drafts.at(-1);
    // Todoist marks tasks that cannot be completed by a star.
    const content = row['CONTENT']?.trim().replace(/^\* +/, '') ?? '';
    if (content === '') continue;
    if (row['TYPE'] === 'note') last?.notes.push(content);
    if (row['TYPE'] === 'section') section = content;
    if (row['TYPE'] !== 'task') continue;
    if (Number(row['INDENT']) > 1 && last) {
      last.subtasks.push({ title: content, done: false });
      // Subtasks have a title only.
      const details = [row['DATE'], row['DEADLINE'], row['DESCRIPTION']].flatMap(
        (part) => part?.trim() || [],
      );
      if (details.length > 0) last.notes.push(`${content}: ${details.join(', ')}`);
      continue;
    }
    const priority = Number(row['PRIORITY']);
    const draft = startDraft(content, [row['DESCRIPTION'] ?? '', section && `Section: ${section}`]);
    draft.fields = {
      ...(project && { project }),
      ...(priority >= 1 && priority <= 4 && { priority }),
      ...readDuration(row, content, problems),
      ...readWhen(row['DATE'], content, problems, context),
      // The deadline of a task with a date of its own: it counts, and the date is only when to begin.
      ...readDeadline(row['DEADLINE'], content, problems),
    };
    drafts.push(draft);
    refuseTooMany(drafts);
  }
  return { source: 'Todoist', tasks: toTasks(drafts, problems), finished: 0, problems };
}

function readDuration(
  { DURATION: amount = '', DURATION_UNIT: unit = '' }: Record<string, string>,
  title: string,
  problems: string[],
): Partial<NewTask> {
  const minutes = Number(amount);
  if (amount.trim() === '') return {};
  if (unit === 'minute' && Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080)
    return { durationMinutes: minutes };
  problems.push(`The length '${quote(`${amount} ${unit}`)}' of '${quote(title)}' was not understood.`);
  return {};
}
