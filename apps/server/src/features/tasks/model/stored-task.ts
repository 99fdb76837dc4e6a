import type { Task } from '@dayloom/contracts';

/** A task as stored, with its dependencies. */
export interface StoredTask {
  user_id: string;
  id: string;
  title: string;
  notes: string;
  subtasks: Task['subtasks'];
  status: Task['status'];
  duration_minutes: number;
  first_estimate_minutes: number | null;
  was_planned: boolean;
  due_on: string | null;
  due_at: Date | null;
  due_kind: Task['dueKind'];
  priority: number;
  project: string | null;
  hours: Task['hours'];
  time_of_day: Task['timeOfDay'];
  start_after: Date | null;
  is_splittable: boolean;
  min_chunk_minutes: number;
  max_chunk_minutes: number;
  buffer_minutes: number;
  recurrence_rule: string | null;
  has_flexible_days: boolean;
  exception_dates: string[];
  is_automatic: boolean;
  is_someday: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  deleted_at: Date | null;
  depends_on: string[];
}
