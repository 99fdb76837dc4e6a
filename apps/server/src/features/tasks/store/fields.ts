import type { Task } from '@dayloom/contracts';
import type { ColumnType } from 'kysely';
import type { StoredTask } from '../model/stored-task.ts';
import type { TaskFields } from '../model/task-fields.ts';

type Instant = ColumnType<Date, Date | string, Date | string>;
type OptionalInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;

interface TaskTable extends Omit<StoredTask, WrittenInOtherTypes | 'depends_on'> {
  subtasks: ColumnType<Task['subtasks'], string, string>;
  due_at: OptionalInstant;
  start_after: OptionalInstant;
  exception_dates: ColumnType<string[], readonly string[], readonly string[]>;
  version: ColumnType<number, never, number>;
  created_at: Instant;
  updated_at: Instant;
  completed_at: OptionalInstant;
  deleted_at: OptionalInstant;
}

type WrittenInOtherTypes =
  | 'subtasks'
  | 'due_at'
  | 'start_after'
  | 'exception_dates'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
  | 'deleted_at';

declare module '#platform/db.ts' {
  interface Tables {
    tasks: TaskTable;
    task_dependencies: { user_id: string; task_id: string; depends_on_id: string };
  }
}

export function toFields(row: StoredTask): TaskFields {
  return {
    title: row.title,
    notes: row.notes,
    subtasks: row.subtasks,
    status: row.status,
    durationMinutes: row.duration_minutes,
    firstEstimateMinutes: row.first_estimate_minutes,
    wasPlanned: row.was_planned,
    dueOn: row.due_on,
    dueAt: row.due_at?.toISOString() ?? null,
    dueKind: row.due_kind,
    priority: row.priority,
    project: row.project,
    hours: row.hours,
    timeOfDay: row.time_of_day,
    startAfter: row.start_after?.toISOString() ?? null,
    isSplittable: row.is_splittable,
    minChunkMinutes: row.min_chunk_minutes,
    maxChunkMinutes: row.max_chunk_minutes,
    bufferMinutes: row.buffer_minutes,
    recurrenceRule: row.recurrence_rule,
    hasFlexibleDays: row.has_flexible_days,
    exceptionDates: row.exception_dates,
    dependsOn: row.depends_on,
    isAutomatic: row.is_automatic,
    isSomeday: row.is_someday,
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

export function toColumns(fields: Omit<TaskFields, 'dependsOn'>) {
  return {
    title: fields.title,
    notes: fields.notes,
    subtasks: JSON.stringify(fields.subtasks),
    status: fields.status,
    duration_minutes: fields.durationMinutes,
    first_estimate_minutes: fields.firstEstimateMinutes ?? null,
    was_planned: fields.wasPlanned ?? false,
    due_on: fields.dueOn,
    due_at: fields.dueAt,
    due_kind: fields.dueKind,
    priority: fields.priority,
    project: fields.project,
    hours: fields.hours,
    // Commands recorded before their columns existed lack this, the first estimate, whether it was planned, the
    // exception dates and the flexible days.
    time_of_day: fields.timeOfDay ?? null,
    start_after: fields.startAfter,
    is_splittable: fields.isSplittable,
    min_chunk_minutes: fields.minChunkMinutes,
    max_chunk_minutes: fields.maxChunkMinutes,
    buffer_minutes: fields.bufferMinutes,
    recurrence_rule: fields.recurrenceRule,
    has_flexible_days: fields.hasFlexibleDays ?? false,
    exception_dates: fields.exceptionDates ?? [],
    is_automatic: fields.isAutomatic,
    is_someday: fields.isSomeday,
    completed_at: fields.completedAt,
  };
}
