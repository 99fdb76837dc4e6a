import type { Task } from '@dayloom/contracts';

type UserFields = Pick<
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

/**
 * The fields of a task that users and the planner decide. They are JSON-safe, so the journal can store them.
 */
export interface TaskFields extends UserFields {
  /** The estimate when work began, if it was changed later. The work is compared with it. */
  readonly firstEstimateMinutes: number | null;
  /** It was in the plan before it was finished. */
  readonly wasPlanned: boolean;
}
