import { MAX_IMPORTED_TASKS, type NewTask } from '@dayloom/contracts';
import type { parseQuickAdd } from '@dayloom/language';
import { UnreadableTasks } from './read-text-file.ts';
import type { TimeContext } from './time-context.ts';

/** What a file or a pasted list contains. */
export interface ReadTasks {
  /** `Todoist`, `TickTick`, `Things`, `Google Tasks`, `Microsoft To Do` or `a list`. */
  readonly source: string;
  readonly tasks: readonly NewTask[];
  /** The format is known from descriptions only: no export of today's version could be tried. */
  readonly isUnverified?: boolean;
  /** Finished tasks, which are left out. */
  readonly finished: number;
  /** From an account: tasks that were imported before, which are left out. */
  readonly imported?: number;
  /** From an account: how many more there are than can be imported at a time. */
  readonly more?: number;
  /** What could not be read, in words; the task is imported without it. */
  readonly problems: readonly string[];
}

export interface ReadContext extends TimeContext {
  readonly locale: string;
  /** The parser of lines; it is loaded by itself. */
  readonly parse: typeof parseQuickAdd;
}

export function refuseTooMany(tasks: readonly unknown[]): void {
  if (tasks.length > MAX_IMPORTED_TASKS)
    throw new UnreadableTasks(
      `There are more than ${MAX_IMPORTED_TASKS} tasks in it, which is the most at a time. Divide it, and import the parts.`,
    );
}
