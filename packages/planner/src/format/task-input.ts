import {
  DAY,
  type DateOverrides,
  findDayNumber,
  findMinuteOfDay,
  getZone,
  MINUTE,
  type WeeklyWindows,
  windowsOn,
} from '@dayloom/time';
import { later, withBuffer } from './buffers.ts';
import { formatInstant, type Task } from './format.ts';

/** Where a day has no working hours, a date-only deadline is five in the afternoon. */
const DEFAULT_DUE_MINUTE = 17 * 60;

/** A task as its owner says it, to the minute, before it is cut to the planner's grid. */
export interface TaskInput
  extends Pick<Task, 'id' | 'priority' | 'category' | 'hours' | 'due' | 'dueKind' | 'after'> {
  /** How long it takes in all. */
  readonly minutes: number;
  /** Of that, what needs no place any more: finished work, and blocks that stay where they are. */
  readonly settledMinutes: number;
  /** Minutes of blocks that stay where they are, as the instance has them locked. */
  readonly lockedMinutes: number;
  readonly notBefore: string | null;
  readonly isSplittable: boolean;
  readonly minChunk: number;
  readonly maxChunk: number;
  /** Kept free after each block. */
  readonly buffer: number;
}

/**
 * The task of an instance that stands for a input: on the grid, its buffer a part of each chunk, beside what has its
 * place already. Null where nothing of it is left.
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
  const { id, priority, category, hours, due, dueKind, after } = input;
  return {
    id,
    minutes: minutes + lockedMinutes,
    priority,
    category,
    hours,
    notBefore: input.notBefore && formatInstant(Math.ceil(Date.parse(input.notBefore) / MINUTE) * MINUTE),
    // The work has to be done by then, not the pause after it.
    due: due && later(formatInstant(Math.floor(Date.parse(due) / MINUTE) * MINUTE), buffer),
    dueKind,
    minChunk,
    maxChunk,
    after,
    prefer: [],
  };
}

/** Work that a plan still has to place, in minutes of the grid. */
export function getOpenMinutes(
  { minutes, settledMinutes }: Pick<TaskInput, 'minutes' | 'settledMinutes'>,
  slotMinutes: number,
): number {
  return roundUp(Math.max(0, minutes - settledMinutes), slotMinutes);
}

/** A buffer in whole slots, in minutes. */
export function bufferOnGrid(buffer: number, slotMinutes: number): number {
  return roundUp(buffer, slotMinutes);
}

/** When a date-only deadline is: the end of that day's working hours at home. Null for what is no date. */
export function dueOfDate(
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
  return formatInstant(getZone(zone).localMsToInstant(day * DAY + minute * MINUTE));
}

function roundUp(minutes: number, grid: number): number {
  return Math.ceil(minutes / grid) * grid;
}
