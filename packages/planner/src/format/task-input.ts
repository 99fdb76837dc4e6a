import {
  DAY_MS,
  type DateOverrides,
  findDayNumber,
  findMinuteOfDay,
  getZone,
  MINUTE_MS,
  type WeeklyWindows,
  windowsOn,
} from '@dayloom/time';
import { addMinutes, withBuffer } from './buffers.ts';
import { formatInstant, type Task } from './format.ts';

/** On a day without working hours, a date-only deadline is at 17:00. */
const DEFAULT_DUE_MINUTE = 17 * 60;

/** A task to the minute, before it is rounded to the planner's grid. */
export interface TaskInput
  extends Pick<Task, 'id' | 'priority' | 'category' | 'hours' | 'due' | 'dueKind' | 'after' | 'prefer'> {
  /** The full duration. */
  readonly minutes: number;
  /** The part of `minutes` that needs no more planning: finished work, and blocks that do not move. */
  readonly settledMinutes: number;
  /** Minutes of blocks that do not move; the instance has them as locked blocks. */
  readonly lockedMinutes: number;
  readonly notBefore: string | null;
  readonly isSplittable: boolean;
  readonly minChunk: number;
  readonly maxChunk: number;
  /** Minutes kept free after each block. */
  readonly buffer: number;
}

/**
 * The planner's task for an input: rounded to the grid, with the buffer as part of each chunk, and without
 * the settled work. Null if nothing is left to plan.
 */
export function toPlannerTask(input: TaskInput, slotMinutes: number): Task | null {
  const { lockedMinutes } = input;
  const open = getOpenMinutes(input, slotMinutes);
  if (open + lockedMinutes === 0) return null;
  const whole = open || lockedMinutes;
  const longest = input.isSplittable ? Math.min(whole, roundUp(input.maxChunk, slotMinutes)) : whole;
  const shortest = input.isSplittable ? Math.min(longest, roundUp(input.minChunk, slotMinutes)) : whole;
  const buffer = open > 0 ? bufferOnGrid(input.buffer, slotMinutes) : 0;
  const { minutes, minChunk, maxChunk } = withBuffer(open, shortest, longest, buffer);
  const { id, priority, category, hours, due, dueKind, after, prefer } = input;
  return {
    id,
    minutes: minutes + lockedMinutes,
    priority,
    category,
    hours,
    notBefore:
      input.notBefore && formatInstant(Math.ceil(Date.parse(input.notBefore) / MINUTE_MS) * MINUTE_MS),
    // The deadline is for the work; the buffer may come after it.
    due: due && addMinutes(formatInstant(Math.floor(Date.parse(due) / MINUTE_MS) * MINUTE_MS), buffer),
    dueKind,
    minChunk,
    maxChunk,
    after,
    prefer,
  };
}

/** Work that a plan still has to place, in minutes, rounded up to the grid. */
export function getOpenMinutes(
  { minutes, settledMinutes }: Pick<TaskInput, 'minutes' | 'settledMinutes'>,
  slotMinutes: number,
): number {
  return roundUp(Math.max(0, minutes - settledMinutes), slotMinutes);
}

/** A buffer in minutes, rounded up to whole slots. */
export function bufferOnGrid(buffer: number, slotMinutes: number): number {
  return roundUp(buffer, slotMinutes);
}

/**
 * The instant of a date-only deadline: the end of that day's working hours in the home zone. Null for an
 * invalid date.
 */
export function toDueInstant(
  date: string,
  zone: string,
  workingHours: WeeklyWindows,
  overrides?: DateOverrides,
): string | null {
  const day = findDayNumber(date);
  if (day === null) return null;
  const lastMinute = Math.max(
    -1,
    ...windowsOn(day, workingHours, overrides).map(([, to]) => findMinuteOfDay(to) ?? -1),
  );
  const minute = lastMinute < 0 ? DEFAULT_DUE_MINUTE : lastMinute;
  return formatInstant(getZone(zone).localMsToInstant(day * DAY_MS + minute * MINUTE_MS));
}

function roundUp(minutes: number, grid: number): number {
  return Math.ceil(minutes / grid) * grid;
}
