import type { NewTask } from '@dayloom/contracts';
import { cutNotes, keepLongTitle, MAX_SUBTASKS, tooManySubtasks } from './import-draft.ts';
import { toOptions } from './import-words.ts';
import { type ReadContext, type ReadTasks, refuseTooMany } from './imported-tasks.ts';
import { LONGEST_PROJECT, toLine } from './imported-text.ts';
import { toNewTask } from './quick-add.ts';

/** The marks of a list: `- [ ]`, `-`, `*`, `+`, `1.`, `2)`, ☐, •. A crossed-out `[-]` is a cancelled task. */
// Not the stars of **bold** words, nor the 2 of 2.5 kg.
const MARK = /^(?:[-•·☐☑✓✔✅]\uFE0F?|[*+](?=[ \t])|\d{1,4}[.)](?!\d))?[ \t]*(?:\[([ xX-])\][ \t]*)?/;

/** Lines between parts of a text, and below the row of names of a table. */
const RULER = /^(?:[-=*_]{3,}|\|[-:| ]+\|)$/;

/** Below a heading in Markdown. Hyphens are not read so: between the lines of a list they only divide. */
const UNDERLINE = /^={3,}[ \t]*$/;

/** A line of it, or the next one of its value. */
const FRONT = /^(?:[\w-]+:|[ \t]|$)/;

/** Notes in Markdown may begin with lines for programs, `name: value` between two `---`. */
function withoutFrontMatter(text: string): string {
  const [first, ...rest] = text.split('\n');
  const end = rest.indexOf('---');
  const isFrontMatter = first === '---' && end > 0 && rest.slice(0, end).every((line) => FRONT.test(line));
  return isFrontMatter ? rest.slice(end + 1).join('\n') : text;
}

/** Indentation that makes a line part of the task above. */
const STEP = 2;

const TAB = '    ';

/** In columns. */
function measureIndent(line: string): number {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  return space.replaceAll('\t', TAB).length;
}

/**
 * A check-list in Markdown, or one task in each line. Lines that are indented further than a task are its subtasks,
 * headings are projects, and each task is read like a line of quick add.
 */
export function readList(text: string, context: ReadContext): ReadTasks {
  const tasks: NewTask[] = [];
  const problems: string[] = [];
  const options = toOptions(context);
  let project: string | null = null;
  let finished = 0;
  /** Lines below a task that is left out belong to it. */
  let isLeftOut = false;
  /** The indentation of the task above, left out or not; null below a heading. */
  let above: number | null = null;
  const lines = withoutFrontMatter(text).split('\n');
  for (const [index, line] of lines.entries()) {
    const body = line.trim();
    if (body === '' || RULER.test(body) || /^(?:```.*|#{1,6}|[-*+])$/.test(body)) continue;
    const isUnderlined = UNDERLINE.test(lines[index + 1] ?? '') && MARK.exec(line)?.[0] === '';
    const heading = isUnderlined ? body : /^#{1,6} (.*)$/.exec(body)?.[1]?.trim();
    if (heading !== undefined) {
      project = toLine(heading.replace(/^#/, ''), LONGEST_PROJECT) || null;
      above = null;
      continue;
    }
    const isDone = /^[☑✓✔✅]/.test(body) || /^[xX-]$/.test(MARK.exec(body)?.[1] ?? '');
    const words = body.replace(MARK, '').trim();
    if (words === '') continue;
    const last = tasks.at(-1);
    const indent = measureIndent(line);
    if (above !== null && indent >= above + STEP) {
      if (isLeftOut || !last) continue;
      const subtasks = last.subtasks ?? [];
      if (subtasks.length < MAX_SUBTASKS)
        last.subtasks = [...subtasks, { id: crypto.randomUUID(), title: toLine(words), done: isDone }];
      else problems.push(tooManySubtasks(last.title, words));
      continue;
    }
    isLeftOut = isDone;
    above = indent;
    if (isDone) {
      finished += 1;
      continue;
    }
    const { takesPlaceAt: _takesPlaceAt, ...task } = toNewTask(
      context.parse(words, options),
      crypto.randomUUID(),
      context,
    );
    const notes = cutNotes(keepLongTitle(words), words, problems);
    tasks.push({
      ...(project && { project }),
      ...task,
      ...(task.project && { project: toLine(task.project, LONGEST_PROJECT) }),
      title: toLine(task.title || words),
      ...(notes && { notes }),
    });
    refuseTooMany(tasks);
  }
  return { source: 'a list', tasks, finished, problems };
}
