import { MORNING_HOURS, type Scheduling, windowsByDate } from '@dayloom/contracts';
import {
  type Block,
  DEFAULT_WEIGHTS,
  getOpenMinutes,
  type Instance,
  mergeStartLimits,
  type TaskInput,
  toPlannerTask,
  toStartLimits,
  type Weights,
} from '@dayloom/planner';
import { MINUTE_MS } from '@dayloom/time';
import { type StoredBlock, toWorkId } from '../model/block.ts';
import { createDependencyLimits, type DependencyLimits, mergeDependencyLimits } from './dependency-limits.ts';
import { moveToDaysWithRoom } from './flexible-days.ts';
import { ANY_HOURS, anyHours, withMornings, withoutLunch, withoutUndefinedDays } from './instance-hours.ts';
import {
  formatInstant,
  getBufferAfterEvents,
  getHorizon,
  isFixed,
  isLeftAlone,
  type Snapshot,
  sumMinutes,
} from './snapshot.ts';
import { getBuffer, type SettledWork, toTaskInput } from './task-inputs.ts';

/** Factor of the planner's default cost of a move. */
const MOVE_FACTOR: Record<Scheduling['stability'], number> = { loose: 0, balanced: 1, steady: 8 };

function toWeights({ stability }: Scheduling): Weights {
  return { ...DEFAULT_WEIGHTS, move: DEFAULT_WEIGHTS.move * MOVE_FACTOR[stability] };
}

export function toInstance(snapshot: Snapshot): Instance {
  return buildInstance(snapshot).instance;
}

/** The planner's instance, with facts about open tasks that it does not contain. */
export interface BuiltInstance {
  readonly instance: Instance;
  readonly getSettledWork: (task: string) => SettledWork;
  /** What the dependents of a task have to wait for. */
  readonly waitFor: (task: string) => DependencyLimits;
}

export function buildInstance(snapshot: Snapshot): BuiltInstance {
  const { now, timeZone, hours, scheduling } = snapshot;
  const { start, end } = getHorizon(snapshot);
  const grid = snapshot.slotMinutes;
  const tasks = snapshot.tasks.filter((task) => task.is_automatic && !task.is_someday);
  const known = new Set(tasks.map((task) => task.id));
  const ahead = snapshot.blocks.filter(
    (block) => block.state === 'planned' && Date.parse(block.endsAt) > now.getTime(),
  );
  const isKnown = (block: StoredBlock) => known.has(toWorkId(block));
  const locked = listLocked(
    ahead.filter((block) => isFixed(block, snapshot) && isKnown(block)),
    start,
    end,
    grid,
  );
  const open = new Set(snapshot.tasks.map((task) => task.id));
  const foreign = ahead.filter((block) => open.has(toWorkId(block)) && !isKnown(block));
  const movable = ahead.filter(
    (block) => !isFixed(block, snapshot) && isKnown(block) && isOnGrid(block, start, end, grid),
  );
  const [settled, inLocked] = [settledMinutes(snapshot), minutesByTask(locked)];
  const getSettledWork = (task: string): SettledWork => ({
    settledMinutes: settled.get(task) ?? 0,
    lockedMinutes: inLocked.get(task) ?? 0,
  });
  const inputs = tasks.map((task) => toTaskInput(task, snapshot, getSettledWork(task.id)));
  const inInstance = new Set(inputs.filter((input) => toPlannerTask(input, grid)).map(({ id }) => id));
  const waitFor = createDependencyLimits({
    tasks: snapshot.tasks,
    isInInstance: (id) => inInstance.has(id),
    isDone: isDoneBy(snapshot),
    fixedEnds: listHiddenEnds(
      ahead.filter((block) => isLeftAlone(block, snapshot) || !isKnown(block)),
      locked,
    ),
  });
  const instance: Instance = {
    format: 'schedbench/1',
    id: 'plan',
    family: 'app',
    seed: 1,
    zone: timeZone,
    slotMinutes: grid,
    start: formatInstant(start),
    end: formatInstant(end),
    hours: {
      work: withoutLunch({ ...withoutUndefinedDays(hours.work) }, scheduling.lunch),
      personal: withoutUndefinedDays(hours.personal),
      [MORNING_HOURS]: withMornings(hours),
      ...(tasks.some(({ isFixed }) => isFixed) && { [ANY_HOURS]: anyHours }),
    },
    overrides: {
      work: withoutLunch(windowsByDate(snapshot.hoursOverrides, 'work'), scheduling.lunch),
      personal: windowsByDate(snapshot.hoursOverrides, 'personal'),
      [MORNING_HOURS]: windowsByDate(snapshot.hoursOverrides, 'personal'),
    },
    buffers: { before: scheduling.meetingBufferMinutes, after: getBufferAfterEvents(scheduling) },
    busy: [
      ...snapshot.busy.map(({ start: from, end: to }) => roundToMinutes(from, to)),
      // A block of a manually planned task still blocks its time.
      ...foreign.map((block) => ({
        ...roundToMinutes(Date.parse(block.startsAt), Date.parse(block.endsAt)),
        before: 0,
        after: 0,
      })),
    ],
    locked,
    tasks: tasks.flatMap((task, index) => {
      const input = inputs[index] as TaskInput;
      return (
        toPlannerTask(withDependencies(input, mergeDependencyLimits(task.depends_on.map(waitFor))), grid) ??
        []
      );
    }),
    previous: movable.map((block) => toPlannerBlock(block, getBuffer(snapshot, toWorkId(block)))),
    weights: toWeights(scheduling),
  };
  return { instance: moveToDaysWithRoom(instance, tasks), getSettledWork, waitFor };
}

/** The input with the dependencies of its task. */
function withDependencies(input: TaskInput, { after, until }: DependencyLimits): TaskInput {
  const notBefore = until && new Date(until.endsAt).toISOString();
  return { ...input, ...mergeStartLimits([toStartLimits(input.notBefore), { notBefore, after }]) };
}

/** By task, the end of its last fixed block, if it is after all its locked blocks in the instance. */
function listHiddenEnds(
  fixed: readonly StoredBlock[],
  locked: readonly Block[],
): ReadonlyMap<string, number> {
  const shown = new Map<string, number>();
  for (const { task, end } of locked) shown.set(task, Math.max(shown.get(task) ?? 0, Date.parse(end)));
  const ends = new Map<string, number>();
  for (const block of fixed) {
    const [work, end] = [toWorkId(block), Date.parse(block.endsAt)];
    if (end > (shown.get(work) ?? 0)) ends.set(work, Math.max(ends.get(work) ?? 0, end));
  }
  return ends;
}

function isDoneBy({ tasks, blocks }: Snapshot): (id: string) => boolean {
  const done = sumMinutes(blocks.filter(({ state }) => state === 'done'));
  const minutes = new Map(tasks.map((task) => [task.id, task.duration_minutes]));
  return (id) => (done.get(id) ?? 0) >= (minutes.get(id) ?? 0);
}

/** Minutes of each task that need no new place: finished work, and blocks that stay where they are. */
function settledMinutes(snapshot: Snapshot): ReadonlyMap<string, number> {
  const { blocks, now } = snapshot;
  const isSettled = (block: StoredBlock) =>
    block.state === 'done' || (Date.parse(block.endsAt) > now.getTime() && isLeftAlone(block, snapshot));
  return sumMinutes(blocks.filter(isSettled));
}

function minutesByTask(blocks: readonly Block[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { task, start, end } of blocks)
    sums.set(task, (sums.get(task) ?? 0) + (Date.parse(end) - Date.parse(start)) / MINUTE_MS);
  return sums;
}

/** Minutes of a task that a plan still has to place, rounded to the grid. */
export function openMinutes(snapshot: Snapshot, id: string): number {
  const task = snapshot.tasks.find((candidate) => candidate.id === id);
  if (!task) return 0;
  const input = {
    minutes: task.duration_minutes,
    settledMinutes: settledMinutes(snapshot).get(id) ?? 0,
  };
  return getOpenMinutes(input, snapshot.slotMinutes);
}

/** Converts a stored block for the planner, including its buffer. */
export function toPlannerBlock(block: StoredBlock, buffer: number): Block {
  return {
    task: toWorkId(block),
    start: formatInstant(Date.parse(block.startsAt)),
    end: formatInstant(Date.parse(block.endsAt) + buffer * MINUTE_MS),
  };
}

/** Fixed blocks on the grid: rounded outwards, and clipped to the horizon and to each other. */
function listLocked(blocks: readonly StoredBlock[], start: number, end: number, grid: number): Block[] {
  const slot = grid * MINUTE_MS;
  const locked: Block[] = [];
  let free = start;
  for (const block of [...blocks].sort((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const from = Math.max(free, Math.floor(Date.parse(block.startsAt) / slot) * slot);
    const to = Math.min(end, Math.ceil(Date.parse(block.endsAt) / slot) * slot);
    if (from >= to) continue;
    locked.push({ task: toWorkId(block), start: formatInstant(from), end: formatInstant(to) });
    free = to;
  }
  return locked;
}

function isOnGrid(block: StoredBlock, start: number, end: number, grid: number): boolean {
  const slot = grid * MINUTE_MS;
  const [from, to] = [Date.parse(block.startsAt), Date.parse(block.endsAt)];
  return from % slot === 0 && to % slot === 0 && from >= start && to <= end;
}

function roundToMinutes(from: number, to: number) {
  return {
    start: formatInstant(Math.floor(from / MINUTE_MS) * MINUTE_MS),
    end: formatInstant(Math.ceil(to / MINUTE_MS) * MINUTE_MS),
  };
}
