import type { Task } from '@dayloom/contracts';

/** What people and the planner decide about a task; JSON-safe, so that the journal can keep it. */
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
  | 'startAfter'
  | 'isSplittable'
  | 'minChunkMinutes'
  | 'maxChunkMinutes'
  | 'bufferMinutes'
  | 'recurrenceRule'
  | 'dependsOn'
  | 'isAutomatic'
  | 'isSomeday'
  | 'completedAt'
>;
