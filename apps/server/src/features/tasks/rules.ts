import {
  defaultScheduling,
  type HoursOverride,
  type NewTask,
  type Scheduling,
  type TaskChange,
  type WeeklyHours,
  windowsByDate,
} from '@dayloom/contracts';
import {
  DAY_MS,
  dateOfDayNumber,
  findDayNumber,
  formatDayNumber,
  getZone,
  localDayNumber,
  startOfDayNumber,
  windowsOn,
} from '@dayloom/time';
import { expand, InvalidRecurrenceRule, parseDailyRule, parseRule } from '@dayloom/time/recurrence';
import { AppError } from '#platform/errors.ts';
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

/** The home zone and hours used for a series. */
interface TimeRules {
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly hoursOverrides: readonly HoursOverride[];
}

/**
 * The next task of a series when one is completed: the first occurrence of the rule after the task's
 * deadline, or after today if it has none, and not in the past. 'Every day' means every day with hours. A
 * daily task, or one of several named days, starts on its day, or earlier if that day has no hours. Any other
 * task starts the day after the previous deadline: someone who has finished today's task does not get the
 * next one today. Null when the rule has ended.
 */
export function planNextInSeries(
  task: TaskFields,
  { timeZone, hours, hoursOverrides }: TimeRules,
  now: Date,
): TaskFields | null {
  if (!task.recurrenceRule) return null;
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, now.getTime());
  const dueDay = task.dueOn
    ? findDayNumber(task.dueOn)
    : task.dueAt
      ? localDayNumber(zone, Date.parse(task.dueAt))
      : null;
  const anchor = dueDay ?? today;
  const after = Math.max(anchor, today - 1) + 1;
  const rule = parseRule(task.recurrenceRule);
  const ownWindows = windowsByDate(hoursOverrides, task.hours);
  const days = expand(
    {
      start: { local: { ...dateOfDayNumber(anchor), hour: 0, minute: 0 }, timeZone: null, isDate: true },
      rules: [withoutCount(task.recurrenceRule)],
    },
    { from: after * DAY_MS, limit: DAYS_LOOKED_AT + Object.keys(ownWindows).length, startOccurs: 'by-rule' },
  ).map(({ startsAt }) => Math.floor(startsAt / DAY_MS));
  const hasHours = (day: number) => windowsOn(day, hours[task.hours], ownWindows).length > 0;
  const isAnyDay = rule.frequency === 'DAILY' && rule.weekdays === null;
  const nextDay = (isAnyDay ? days.find(hasHours) : undefined) ?? days[0];
  if (nextDay === undefined) return null;
  const shiftDays = nextDay - anchor;
  // 'Mon, Wed and Fri' are days for doing the task; a single day is a deadline.
  const isOnDay = (isAnyDay || (rule.weekdays?.length ?? 0) > 1) && hasHours(nextDay);
  const begins = new Date(startOfDayNumber(zone, isOnDay ? nextDay : anchor + 1)).toISOString();
  const shifted = task.startAfter && shiftedInstant(task.startAfter, shiftDays, zone);
  const fresh: TaskFields = {
    ...task,
    status: 'open',
    completedAt: null,
    dependsOn: [],
    subtasks: task.subtasks.map((subtask) => ({ ...subtask, done: false })),
    startAfter: shifted && shifted > begins ? shifted : begins,
    recurrenceRule: decrementCount(task.recurrenceRule),
  };
  if (task.dueAt) return { ...fresh, dueAt: shiftedInstant(task.dueAt, shiftDays, zone) };
  return { ...fresh, dueOn: formatDayNumber(nextDay) };
}

/**
 * Two weeks of a daily rule include every weekday, also for a rule of every second day. Days with an hours
 * override are added.
 */
const DAYS_LOOKED_AT = 14;

function shiftedInstant(instant: string, days: number, zone: ReturnType<typeof getZone>): string {
  const localMs = Date.parse(instant) + zone.offsetMsAt(Date.parse(instant));
  return new Date(zone.localMsToInstant(localMs + days * DAY_MS)).toISOString();
}

/** COUNT is the number of remaining tasks, so the expansion must not stop at it. */
function withoutCount(rule: string): string {
  return rule.replace(/;?COUNT=\d+/i, '').replace(/^;/, '');
}

function decrementCount(rule: string): string | null {
  const count = /COUNT=(\d+)/i.exec(rule)?.[1];
  if (count === undefined) return rule;
  return Number(count) <= 2 ? null : rule.replace(/COUNT=\d+/i, `COUNT=${Number(count) - 1}`);
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
