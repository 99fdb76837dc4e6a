import { defaultScheduling, type NewTask, type Scheduling, type TaskChange } from '@dayloom/contracts';
import { InvalidRecurrenceRule, parseDailyRule } from '@dayloom/time/recurrence';
import { AppError } from '#platform/errors.ts';
import { findOwnDate, planNextInSeries, type SeriesContext } from './model/series.ts';
import type { TaskFields } from './model/task-fields.ts';

const DEFAULT_PRIORITY = 3;

/** Defaults for a new task, from its owner's settings. */
type Defaults = Pick<
  Scheduling,
  'taskMinutes' | 'smallestChunkMinutes' | 'largestChunkMinutes' | 'taskBufferMinutes'
>;

type TaskInput = Omit<NewTask, '_id' | 'title'> & { title: string };

/** A complete task from the input, with defaults for the rest. */
export function planNewTask(input: TaskInput, defaults: Defaults = defaultScheduling): TaskFields {
  const durationMinutes = input.durationMinutes ?? defaults.taskMinutes;
  if (input.recurrenceRule) refuseRepeatRule(input.recurrenceRule);
  return {
    title: input.title,
    notes: input.notes ?? '',
    subtasks: input.subtasks ?? [],
    status: 'open',
    durationMinutes,
    firstEstimateMinutes: null,
    wasPlanned: false,
    dueOn: input.dueOn ?? null,
    dueAt: input.dueAt ?? null,
    dueKind: input.dueKind ?? 'soft',
    priority: input.priority ?? DEFAULT_PRIORITY,
    project: input.project || null,
    hours: input.hours ?? 'work',
    timeOfDay: input.timeOfDay ?? null,
    startAfter: input.startAfter ?? null,
    ...planChunks(durationMinutes, input, defaults),
    bufferMinutes: input.bufferMinutes ?? defaults.taskBufferMinutes,
    recurrenceRule: input.recurrenceRule || null,
    hasFlexibleDays: input.hasFlexibleDays ?? false,
    exceptionDates: input.exceptionDates ?? [],
    dependsOn: input.dependsOn ?? [],
    isAutomatic: input.isAutomatic ?? true,
    isSomeday: input.isSomeday ?? false,
    completedAt: null,
  };
}

/** The task after a change. Setting one kind of deadline removes the other. */
export function planChange(
  task: TaskFields,
  change: Omit<TaskChange, 'version'>,
  now: Date,
  defaults: Defaults = defaultScheduling,
): TaskFields {
  const durationMinutes = change.durationMinutes ?? task.durationMinutes;
  const reshaped =
    change.durationMinutes !== undefined ||
    change.isSplittable !== undefined ||
    change.minChunkMinutes !== undefined ||
    change.maxChunkMinutes !== undefined;
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<TaskFields>;
  const status = change.status ?? task.status;
  if (change.recurrenceRule && change.recurrenceRule !== task.recurrenceRule) {
    refuseRepeatRule(change.recurrenceRule);
  }
  return {
    ...task,
    ...given,
    ...(change.dueOn && { dueAt: null }),
    ...(change.dueAt && { dueOn: null }),
    ...(change.project !== undefined && { project: change.project || null }),
    ...(change.recurrenceRule !== undefined && { recurrenceRule: change.recurrenceRule || null }),
    ...(reshaped && planChunks(durationMinutes, { ...chunksToKeep(task, change), ...given }, defaults)),
    completedAt: status === 'done' ? (task.completedAt ?? now.toISOString()) : null,
  };
}

interface ChunkInput {
  readonly isSplittable?: boolean | undefined;
  readonly minChunkMinutes?: number | undefined;
  readonly maxChunkMinutes?: number | undefined;
}

/** The task with its estimate from before the change, if work had begun by then. */
export function withFirstEstimate(before: TaskFields, after: TaskFields): TaskFields {
  const isChanged = before.durationMinutes !== after.durationMinutes;
  return isChanged && before.firstEstimateMinutes === null
    ? { ...after, firstEstimateMinutes: before.durationMinutes }
    : after;
}

/** When only the duration changes, whether the task is split stays as it was decided. */
function chunksToKeep(task: TaskFields, change: ChunkInput): ChunkInput {
  if (change.isSplittable !== undefined && change.isSplittable !== task.isSplittable) return {};
  return task.isSplittable
    ? { isSplittable: true, minChunkMinutes: task.minChunkMinutes, maxChunkMinutes: task.maxChunkMinutes }
    : { isSplittable: false };
}

/**
 * Without explicit input, a task longer than the largest chunk may be split, because long free windows are
 * rare.
 */
function planChunks(durationMinutes: number, input: ChunkInput, defaults: Defaults) {
  const asksForChunks = input.minChunkMinutes !== undefined || input.maxChunkMinutes !== undefined;
  const isSplittable =
    input.isSplittable ?? (asksForChunks || durationMinutes > defaults.largestChunkMinutes);
  if (!isSplittable)
    return { isSplittable, minChunkMinutes: durationMinutes, maxChunkMinutes: durationMinutes };
  const maxChunkMinutes = Math.min(input.maxChunkMinutes ?? defaults.largestChunkMinutes, durationMinutes);
  const minChunkMinutes = Math.min(input.minChunkMinutes ?? defaults.smallestChunkMinutes, maxChunkMinutes);
  if (
    input.minChunkMinutes !== undefined &&
    input.maxChunkMinutes !== undefined &&
    input.minChunkMinutes > input.maxChunkMinutes
  ) {
    throw new AppError('invalid_request', 'The smallest chunk must not be larger than the largest.', {
      fields: { minChunkMinutes: 'larger than maxChunkMinutes' },
    });
  }
  return { isSplittable, minChunkMinutes, maxChunkMinutes };
}

function refuseRepeatRule(rule: string): void {
  try {
    parseDailyRule(rule);
  } catch (error) {
    if (!(error instanceof InvalidRecurrenceRule)) throw error;
    throw new AppError('invalid_request', `The repeat rule is not valid: ${error.problem}.`, {
      cause: error,
      fields: { recurrenceRule: error.problem },
    });
  }
}

export function withExceptionDate(task: TaskFields, date: string): TaskFields {
  return { ...task, exceptionDates: [...new Set([...task.exceptionDates, date])].sort() };
}

/** An open task moves to the next occurrence if asked, or if its own date is among its exception dates. */
export function skipExcludedOccurrence(
  task: TaskFields,
  context: SeriesContext,
  { isAsked }: { isAsked: boolean },
): TaskFields {
  const ownDate = findOwnDate(task, context.timeZone);
  if (task.status !== 'open' || !task.recurrenceRule) return task;
  if (!isAsked && (ownDate === null || !task.exceptionDates.includes(ownDate))) return task;
  const next = planNextInSeries(task, context);
  if (!next) {
    throw new AppError(
      'invalid_request',
      'This is the last one of its series. Complete or delete it instead.',
      { fields: { skipsOccurrence: 'leaves no date' } },
    );
  }
  const { dueOn, dueAt, startAfter, recurrenceRule, exceptionDates } = next;
  return { ...task, dueOn, dueAt, startAfter, recurrenceRule, exceptionDates };
}

/** The opaque cursor of a page, which is where the next page begins. */
export function encodeCursor(createdAt: Date, id: string): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

export function decodeCursor(cursor: string): { createdAt: Date; id: string } {
  const [, time, id] =
    /^(\d{1,14})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!time || !id) {
    throw new AppError('invalid_request', 'The cursor is not valid. Start again without it.', {
      fields: { cursor: 'is not valid' },
    });
  }
  return { createdAt: new Date(Number(time)), id };
}

/** The description of a change in the journal. */
export function describeChange(before: TaskFields, after: TaskFields): string {
  if (before.status !== after.status)
    return `${after.status === 'done' ? 'Completed' : 'Reopened'} '${after.title}'`;
  if (before.title !== after.title) return `Renamed '${before.title}' to '${after.title}'`;
  return `Changed '${after.title}'`;
}
