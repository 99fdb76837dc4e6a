import type { StoredTask } from './stored-task.ts';

/** A task to plan: a task's own occurrence, or a later one, which has an id of its own. */
export interface PlannedWork extends StoredTask {
  readonly taskId: string;
  readonly occurrenceOn: string | null;
  /** It takes place at a fixed time, also outside its hours. */
  readonly isFixed: boolean;
  /** Times a week on any days: it may take other days of its week. */
  readonly isFlexible: boolean;
  /** It is for the day of its date, which has not passed: it is planned on that day or not at all. */
  readonly day: string | null;
}
