import { getPlannedHours, partOfDayWindows } from '@dayloom/contracts';
import { bufferOnGrid, NO_CATEGORY, type TaskInput, toStartLimits } from '@dayloom/planner';
import { findDayNumber, getZone, MINUTE_MS, startOfDayNumber } from '@dayloom/time';
import type { PlannedWork } from '#features/tasks/model/planned-work.ts';
import { ANY_HOURS } from './instance-hours.ts';
import { findDue, type Snapshot } from './snapshot.ts';

/** Minutes of a task that need no place in the plan. */
export interface SettledWork {
  readonly settledMinutes: number;
  readonly lockedMinutes: number;
}

/** The buffer of a task in whole slots, in minutes. */
export function getBuffer(
  { tasks, slotMinutes }: Pick<Snapshot, 'tasks' | 'slotMinutes'>,
  id: string,
): number {
  const buffer = tasks.find((task) => task.id === id)?.buffer_minutes ?? 0;
  return bufferOnGrid(buffer, slotMinutes);
}

/** Converts a task without its dependencies. Only tasks of the same project count as similar work. */
export function toTaskInput(task: PlannedWork, snapshot: Snapshot, settled: SettledWork): TaskInput {
  return {
    ...toFreeInput(task, snapshot, settled),
    ...(task.day !== null && toDayLimit(task.day, snapshot)),
    ...(task.isFixed && toFixedTime(task, snapshot)),
  };
}

/** Without a limit, other work would push a routine from day to day until two of them are on one day. */
function toDayLimit(day: string, { timeZone }: Snapshot): Pick<TaskInput, 'due' | 'dueKind'> {
  const end = startOfDayNumber(getZone(timeZone), (findDayNumber(day) ?? 0) + 1);
  return { due: new Date(end).toISOString(), dueKind: 'hard' };
}

/** What takes place at a fixed time is planned then or not at all; the grid must not make its time too short. */
function toFixedTime(
  { start_after, due_at }: PlannedWork,
  { slotMinutes }: Snapshot,
): Pick<TaskInput, 'hours' | 'notBefore' | 'after' | 'due' | 'dueKind'> {
  const slot = slotMinutes * MINUTE_MS;
  return {
    hours: ANY_HOURS,
    ...toStartLimits(start_after && new Date(Math.floor(+start_after / slot) * slot).toISOString()),
    due: due_at && new Date(Math.ceil(+due_at / slot) * slot).toISOString(),
    dueKind: 'hard',
  };
}

function toFreeInput(task: PlannedWork, snapshot: Snapshot, settled: SettledWork): TaskInput {
  return {
    id: task.id,
    minutes: task.duration_minutes,
    ...settled,
    priority: task.priority as TaskInput['priority'],
    category: task.project ?? NO_CATEGORY,
    hours: getPlannedHours(task.hours, task.time_of_day),
    ...toStartLimits(task.start_after?.toISOString() ?? null),
    due: findDue(task, snapshot),
    dueKind: task.due_kind,
    isSplittable: task.is_splittable,
    minChunk: task.min_chunk_minutes,
    maxChunk: task.max_chunk_minutes,
    buffer: task.buffer_minutes,
    prefer: task.time_of_day ? [partOfDayWindows[task.time_of_day]] : [],
  };
}

/** Tasks whose deadline in the instance is only the end of their day. */
export function listDayBoundTasks(tasks: readonly PlannedWork[]): string[] {
  return tasks.filter(({ day, isFixed }) => day !== null || isFixed).map(({ id }) => id);
}
