import type { Task } from '@dayloom/contracts';

/**
 * The fields of a task that users and the planner decide. They are JSON-safe, so the journal can store them.
 */
export type TaskFields = Pick<
  Task,
  | 'title'
  | 'notes'
  | 'subtasks'
  | 'status'
  | 'durationMinutes'
  | 'dueOn'
  | 'dueAt'
  | 'dueKind'
  | 'priority'
  | 'project'
  | 'hours'
  | 'timeOfDay'
  | 'startAfter'
  | 'isSplittable'
  | 'minChunkMinutes'
  | 'maxChunkMinutes'
  | 'bufferMinutes'
  | 'recurrenceRule'
  | 'hasFlexibleDays'
  | 'exceptionDates'
  | 'dependsOn'
  | 'isAutomatic'
  | 'isSomeday'
  | 'completedAt'
>;
