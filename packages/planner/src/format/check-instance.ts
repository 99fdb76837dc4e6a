import { MINUTE_MS } from '@dayloom/time';
import { InvalidInstance } from './fields.ts';
import type { Block, Instance, Task, WeeklyHours, Weights } from './format.ts';

/** Requirements of the planner beyond the shape of the document. All checks throw `InvalidInstance`. */

/** A leap year in slots of five minutes. */
const MAX_SLOTS = 106_000;
/** Slots times tasks, which determine the time: 2,000 tasks over a year in slots of five minutes. */
const MAX_TASK_SLOTS = 212_000_000;
/**
 * Slots times sets of hours, which determine the memory: each set stores for each slot whether it is open.
 */
const MAX_HOURS_SLOTS = 36_000_000;
const COARSER = 'plan fewer days, or on a coarser grid';

export interface Grid {
  readonly startMs: number;
  readonly endMs: number;
  readonly slotMinutes: number;
}

/**
 * Checks that tasks, hours and pinned blocks are consistent.
 *
 * @throws {InvalidInstance} naming the first invalid field.
 */
export function checkContent({
  start,
  end,
  slotMinutes,
  hours,
  tasks,
  locked,
}: Pick<Instance, 'start' | 'end' | 'slotMinutes' | 'hours' | 'tasks' | 'locked'>): void {
  checkTasks(tasks, hours);
  checkLocked(locked, tasks, { startMs: Date.parse(start), endMs: Date.parse(end), slotMinutes });
}

export function checkHorizon({ startMs, endMs, slotMinutes }: Grid): void {
  if (endMs <= startMs) throw new InvalidInstance('end', 'is not after start');
  const slots = (endMs - startMs) / (slotMinutes * MINUTE_MS);
  if (!Number.isInteger(slots))
    throw new InvalidInstance('end', `is not a multiple of ${slotMinutes} minutes after start`);
  if (slots > MAX_SLOTS)
    throw new InvalidInstance('end', `gives ${slots} slots, more than ${MAX_SLOTS}: ${COARSER}`);
}

/** Checks that a first plan fits into its limits of time and memory. */
export function checkSizes({ hours, tasks }: Pick<Instance, 'hours' | 'tasks'>, grid: Grid): void {
  checkSize('hours', Object.keys(hours).length, MAX_HOURS_SLOTS, grid);
  checkSize('tasks', tasks.length, MAX_TASK_SLOTS, grid);
}

function checkSize(path: string, count: number, most: number, { startMs, endMs, slotMinutes }: Grid): void {
  const slots = (endMs - startMs) / (slotMinutes * MINUTE_MS);
  if (count * slots > most)
    throw new InvalidInstance(
      path,
      `${count} on ${slots} slots are more than can be planned at once: ${COARSER}`,
    );
}

/** The objective is exact as long as the worst plan costs less than 2^53. */
export function checkWeights(
  weights: Weights,
  { startMs, endMs, slotMinutes }: Grid,
  tasks: readonly Task[],
  previous: readonly Block[],
): void {
  const horizon = (endMs - startMs) / MINUTE_MS;
  let most = 0;
  for (const { minutes, priority } of tasks) {
    const { unplanned, hardMiss, late, flow, prefer, split, switch: change } = weights;
    most +=
      weights.priority[priority] *
      (unplanned * minutes + hardMiss + late * horizon + flow * minutes * horizon);
    most += prefer * minutes + (split + change) * (minutes / slotMinutes);
  }
  for (const { start, end } of previous)
    most += weights.move * Math.max(1, weights.near) * ((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
  if (most >= Number.MAX_SAFE_INTEGER)
    throw new InvalidInstance('weights', 'a plan could cost more than 2^53, and would not be exact');
}

export function checkHours(name: string, path: string, hours: Readonly<Record<string, WeeklyHours>>): void {
  if (!Object.hasOwn(hours, name))
    throw new InvalidInstance(`${path}.hours`, `no set of hours is called ${JSON.stringify(name)}`);
}

function checkTasks(tasks: readonly Task[], hours: Readonly<Record<string, WeeklyHours>>): void {
  const position = new Map<string, number>();
  for (const [index, task] of tasks.entries()) {
    const first = position.get(task.id);
    if (first !== undefined) {
      throw new InvalidInstance(
        `tasks[${index}].id`,
        `${JSON.stringify(task.id)} is also the id of tasks[${first}]`,
      );
    }
    position.set(task.id, index);
    checkHours(task.hours, `tasks[${index}]`, hours);
  }
  for (const [index, task] of tasks.entries()) {
    for (const [place, id] of task.after.entries()) {
      if (!position.has(id)) {
        throw new InvalidInstance(
          `tasks[${index}].after[${place}]`,
          `no task is called ${JSON.stringify(id)}`,
        );
      }
    }
  }
  checkAcyclic(tasks, position);
}

/**
 * Kahn's algorithm. Tasks that cannot be ordered are on a cycle or depend on one, so the search walks back to
 * a task on it.
 */
function checkAcyclic(tasks: readonly Task[], position: ReadonlyMap<string, number>): void {
  const waitsFor = tasks.map((task) => new Set(task.after));
  const followers = new Map<string, number[]>();
  for (const [index, set] of waitsFor.entries()) {
    for (const id of set) followers.set(id, [...(followers.get(id) ?? []), index]);
  }
  const ready = tasks.filter((task) => task.after.length === 0).map((task) => task.id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const index of followers.get(id) ?? []) {
      const set = waitsFor[index];
      const follower = tasks[index];
      if (set?.delete(id) && set.size === 0 && follower) ready.push(follower.id);
    }
  }
  let at = waitsFor.findIndex((set) => set.size > 0);
  const seen = new Set<number>();
  while (at >= 0 && !seen.has(at)) {
    seen.add(at);
    const [next] = waitsFor[at] ?? [];
    at = next === undefined ? -1 : (position.get(next) ?? -1);
  }
  const task = tasks[at];
  if (task)
    throw new InvalidInstance(
      `tasks[${at}].after`,
      `${JSON.stringify(task.id)} waits for itself through other tasks`,
    );
}

export function checkOnGrid(block: Block, path: string, { startMs, slotMinutes }: Grid): void {
  for (const side of ['start', 'end'] as const) {
    if ((Date.parse(block[side]) - startMs) % (slotMinutes * MINUTE_MS) !== 0) {
      throw new InvalidInstance(
        `${path}.${side}`,
        `${block[side]} is not on the grid of ${slotMinutes} minutes`,
      );
    }
  }
}

function checkLocked(locked: readonly Block[], tasks: readonly Task[], grid: Grid): void {
  const left = new Map(tasks.map((task) => [task.id, task.minutes]));
  for (const [index, block] of locked.entries()) {
    const path = `locked[${index}]`;
    checkOnGrid(block, path, grid);
    const [from, to] = [Date.parse(block.start), Date.parse(block.end)];
    if (from < grid.startMs || to > grid.endMs) throw new InvalidInstance(path, 'lies outside the horizon');
    const minutes = left.get(block.task);
    if (minutes === undefined) {
      throw new InvalidInstance(`${path}.task`, `no task is called ${JSON.stringify(block.task)}`);
    }
    left.set(block.task, minutes - (to - from) / MINUTE_MS);
    if ((left.get(block.task) ?? 0) < 0) {
      throw new InvalidInstance(path, `locks more minutes than task ${JSON.stringify(block.task)} has`);
    }
  }
  const order = [...locked.entries()].sort(([, a], [, b]) => Date.parse(a.start) - Date.parse(b.start));
  for (const [place, [index, block]] of order.entries()) {
    const before = order[place - 1];
    if (before && Date.parse(before[1].end) > Date.parse(block.start)) {
      throw new InvalidInstance(`locked[${index}]`, `overlaps locked[${before[0]}]`);
    }
  }
}
