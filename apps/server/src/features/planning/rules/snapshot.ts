import type { Scheduling, WeeklyHours } from '@dayloom/contracts';
import {
  type Block,
  DEFAULT_WEIGHTS,
  type Instance,
  NO_CATEGORY,
  type Task,
  type Weights,
} from '@dayloom/planner';
import {
  findDayNumber,
  findMinuteOfDay,
  localDayNumber,
  startOfDayNumber,
  weekdayOf,
  zoneOf,
} from '@dayloom/time';
import type { PlannableTask } from '../../tasks/operations.ts';
import type { StoredBlock } from '../store/blocks.ts';
import { later, withBuffer } from './buffers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What moving a block costs, against the planner's own measure. */
const MOVE_FACTOR: Record<Scheduling['stability'], number> = { loose: 0, balanced: 1, steady: 8 };
/** Where a day has no working hours, a date-only deadline is five in the afternoon. */
const DEFAULT_DUE_MINUTE = 17 * 60;
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Everything a plan depends on, read at one moment. */
export interface Snapshot {
  readonly now: Date;
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly scheduling: Scheduling;
  readonly tasks: readonly PlannableTask[];
  /** All blocks ahead and all finished ones. */
  readonly blocks: readonly StoredBlock[];
  readonly busy: readonly { readonly starts_at: Date; readonly ends_at: Date }[];
  readonly horizonDays: number;
}

type Frame = Pick<Snapshot, 'now' | 'timeZone' | 'horizonDays' | 'scheduling'>;

/** From the next step of the grid to the midnight that ends the last day, in the home zone. */
export function horizonOf({ now, timeZone, horizonDays, scheduling }: Frame): { start: number; end: number } {
  const slot = scheduling.gridMinutes * MINUTE;
  const start = Math.ceil(now.getTime() / slot) * slot;
  const zone = zoneOf(timeZone);
  const midnight = startOfDayNumber(zone, localDayNumber(zone, start) + horizonDays);
  return { start, end: start + Math.floor((midnight - start) / slot) * slot };
}

/** Blocks that replanning leaves alone: pinned ones, the one that runs, and those that begin in the frozen hours. */
export function isFixed(
  block: StoredBlock,
  { now, scheduling }: Pick<Snapshot, 'now' | 'scheduling'>,
): boolean {
  const startsAt = Date.parse(block.startsAt);
  const frozen = scheduling.freezeHours * HOUR;
  return block.isPinned || startsAt <= now.getTime() || startsAt < now.getTime() + frozen;
}

function weightsOf({ stability }: Scheduling): Weights {
  return { ...DEFAULT_WEIGHTS, move: DEFAULT_WEIGHTS.move * MOVE_FACTOR[stability] };
}

export function instanceOf(snapshot: Snapshot): Instance {
  const { now, timeZone, hours, scheduling } = snapshot;
  const { start, end } = horizonOf(snapshot);
  const grid = scheduling.gridMinutes;
  const tasks = snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday);
  const known = new Set(tasks.map((task) => task.id));
  const ahead = snapshot.blocks.filter(
    (block) => block.state === 'planned' && Date.parse(block.endsAt) > now.getTime(),
  );
  const locked = lockedOf(
    ahead.filter((block) => isFixed(block, snapshot) && known.has(block.taskId)),
    start,
    end,
    grid,
  );
  const open = new Set(snapshot.tasks.map((task) => task.id));
  const foreign = ahead.filter(
    (block) => isFixed(block, snapshot) && open.has(block.taskId) && !known.has(block.taskId),
  );
  const movable = ahead.filter(
    (block) => !isFixed(block, snapshot) && known.has(block.taskId) && isOnGrid(block, start, end, grid),
  );
  const settled = settledMinutes(snapshot);
  const lockedMinutes = new Map<string, number>();
  for (const block of locked) {
    const minutes = (Date.parse(block.end) - Date.parse(block.start)) / MINUTE;
    lockedMinutes.set(block.task, (lockedMinutes.get(block.task) ?? 0) + minutes);
  }

  return {
    format: 'schedbench/1',
    id: 'plan',
    family: 'app',
    seed: 1,
    zone: timeZone,
    slotMinutes: grid,
    start: formatInstant(start),
    end: formatInstant(end),
    hours: { work: definite(hours.work), personal: definite(hours.personal) },
    buffers: { before: scheduling.meetingBufferMinutes, after: scheduling.meetingBufferMinutes },
    busy: [
      ...snapshot.busy.map(({ starts_at, ends_at }) => wholeMinutes(starts_at.getTime(), ends_at.getTime())),
      // A pinned block of a task that is not planned automatically still takes its time.
      ...foreign.map((block) => ({
        ...wholeMinutes(Date.parse(block.startsAt), Date.parse(block.endsAt)),
        before: 0,
        after: 0,
      })),
    ],
    locked,
    tasks: tasks.flatMap((task) => {
      const lockedPart = lockedMinutes.get(task.id) ?? 0;
      const open = openOf(task, settled, grid);
      if (open + lockedPart === 0) return [];
      return [plannerTask(task, open, lockedPart, snapshot, known)];
    }),
    previous: movable.map((block) => plannedBlock(block, bufferOf(snapshot, block.taskId))),
    weights: weightsOf(scheduling),
  };
}

/** Minutes of each task that need no place any more: finished work, and blocks that stay where they are. */
function settledMinutes(snapshot: Snapshot): ReadonlyMap<string, number> {
  const { blocks, now } = snapshot;
  const isSettled = (block: StoredBlock) =>
    block.state === 'done' || (Date.parse(block.endsAt) > now.getTime() && isFixed(block, snapshot));
  return sumMinutes(blocks.filter(isSettled));
}

function openOf(task: PlannableTask, settled: ReadonlyMap<string, number>, grid: number): number {
  return roundUp(Math.max(0, task.duration_minutes - (settled.get(task.id) ?? 0)), grid);
}

/** Work of a task that a plan still has to place, in minutes of the grid. */
export function openMinutes(snapshot: Snapshot, id: string): number {
  const task = snapshot.tasks.find((candidate) => candidate.id === id);
  return task ? openOf(task, settledMinutes(snapshot), snapshot.scheduling.gridMinutes) : 0;
}

/** A stored block as the planner sees it: on its grid, with the buffer that belongs to it. */
export function plannedBlock(block: StoredBlock, buffer: number): Block {
  return {
    task: block.taskId,
    start: formatInstant(Date.parse(block.startsAt)),
    end: formatInstant(Date.parse(block.endsAt) + buffer * MINUTE),
  };
}

/** The buffer of a task in whole slots, in minutes. */
export function bufferOf({ tasks, scheduling }: Pick<Snapshot, 'tasks' | 'scheduling'>, id: string): number {
  return roundUp(tasks.find((task) => task.id === id)?.buffer_minutes ?? 0, scheduling.gridMinutes);
}

/** `open` minutes are to be placed beside the `lockedPart` that has its place. */
function plannerTask(
  task: PlannableTask,
  open: number,
  lockedPart: number,
  snapshot: Snapshot,
  known: ReadonlySet<string>,
): Task {
  const grid = snapshot.scheduling.gridMinutes;
  const whole = open || lockedPart;
  const longest = task.is_splittable ? Math.min(whole, roundUp(task.max_chunk_minutes, grid)) : whole;
  const shortest = task.is_splittable ? Math.min(longest, roundUp(task.min_chunk_minutes, grid)) : whole;
  const buffer = open > 0 ? roundUp(task.buffer_minutes, grid) : 0;
  const { minutes, minChunk, maxChunk } = withBuffer(open, shortest, longest, buffer);
  const due = dueOf(task, snapshot.timeZone, snapshot.hours.work);
  return {
    id: task.id,
    minutes: minutes + lockedPart,
    priority: task.priority as Task['priority'],
    // Only a project makes work similar; what has none has nothing in common.
    category: task.project ?? NO_CATEGORY,
    hours: task.hours,
    notBefore: task.start_after && formatInstant(Math.ceil(task.start_after.getTime() / MINUTE) * MINUTE),
    // The work has to be done by then, not the pause after it.
    due: due && later(due, buffer),
    dueKind: task.due_kind,
    minChunk,
    maxChunk,
    after: task.depends_on.filter((id) => known.has(id) && id !== task.id),
    prefer: [],
  };
}

/** A date means the end of that day's working hours in the home zone; an instant means itself. */
export function dueOf(
  task: Pick<PlannableTask, 'due_on' | 'due_at'>,
  timeZone: string,
  work: WeeklyHours,
): string | null {
  if (task.due_at) return formatInstant(Math.floor(task.due_at.getTime() / MINUTE) * MINUTE);
  const day = task.due_on === null ? null : findDayNumber(task.due_on);
  if (day === null) return null;
  const windows = work[DAYS[weekdayOf(day)] as (typeof DAYS)[number]] ?? [];
  const lastMinute = Math.max(-1, ...windows.map(([, to]) => findMinuteOfDay(to) ?? -1));
  const minute = lastMinute < 0 ? DEFAULT_DUE_MINUTE : lastMinute;
  return formatInstant(zoneOf(timeZone).localMsToInstant(day * 86_400_000 + minute * MINUTE));
}

/** Fixed blocks on the grid: rounded outwards, cut to the horizon and to each other. */
function lockedOf(blocks: readonly StoredBlock[], start: number, end: number, grid: number): Block[] {
  const slot = grid * MINUTE;
  const locked: Block[] = [];
  let free = start;
  for (const block of [...blocks].sort((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const from = Math.max(free, Math.floor(Date.parse(block.startsAt) / slot) * slot);
    const to = Math.min(end, Math.ceil(Date.parse(block.endsAt) / slot) * slot);
    if (from >= to) continue;
    locked.push({ task: block.taskId, start: formatInstant(from), end: formatInstant(to) });
    free = to;
  }
  return locked;
}

function isOnGrid(block: StoredBlock, start: number, end: number, grid: number): boolean {
  const slot = grid * MINUTE;
  const [from, to] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
  return from % slot === 0 && to % slot === 0 && from >= start && to <= end;
}

function wholeMinutes(from: number, to: number) {
  return {
    start: formatInstant(Math.floor(from / MINUTE) * MINUTE),
    end: formatInstant(Math.ceil(to / MINUTE) * MINUTE),
  };
}

function sumMinutes(blocks: readonly StoredBlock[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const block of blocks) {
    const minutes = Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE);
    sums.set(block.taskId, (sums.get(block.taskId) ?? 0) + minutes);
  }
  return sums;
}

/** The planner's way to write an instant: `2026-03-02T08:00:00Z`. */
export function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Weekly hours without the days that are undefined. */
function definite(weekly: WeeklyHours): Instance['hours'][string] {
  return Object.fromEntries(Object.entries(weekly).filter(([, windows]) => windows !== undefined));
}

function roundUp(minutes: number, grid: number): number {
  return Math.ceil(minutes / grid) * grid;
}
