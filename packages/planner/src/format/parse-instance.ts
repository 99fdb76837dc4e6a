import { findDayNumber, MINUTE, type Weekday, zoneOf } from '@dayloom/time';
import {
  InvalidInstance,
  readClockWindow,
  readInstant,
  readInstantOrNull,
  readList,
  readName,
  readObject,
  readOneOf,
  readText,
  readWhole,
} from './fields.ts';
import type {
  Block,
  Buffers,
  BusyEvent,
  ClockWindow,
  DateOverrides,
  Instance,
  Opening,
  Priority,
  Task,
  WeeklyHours,
  Weights,
} from './format.ts';

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const SLOT_MINUTES = [5, 10, 15, 20, 30];
const PRIORITIES: readonly Priority[] = [1, 2, 3, 4];
/** A leap year of five-minute slots. */
const MOST_SLOTS = 106_000;
/** Slots times tasks, which time grows with: 2,000 over a year of five minutes. */
const MOST_TASK_SLOTS = 212_000_000;
/** Slots times sets of hours, which memory grows with: each set says of each slot whether it is open. */
const MOST_HOURS_SLOTS = 36_000_000;
const COARSER = 'plan fewer days, or on a coarser grid';

interface Grid {
  readonly startMs: number;
  readonly endMs: number;
  readonly slotMinutes: number;
}

/**
 * Reads a `schedbench/1` document and checks everything the planner relies on.
 *
 * @throws {InvalidInstance} naming the first wrong place.
 */
export function parseInstance(json: unknown): Instance {
  const top = readObject(json, '');
  readOneOf(top.format, 'format', ['schedbench/1']);
  const slotMinutes = readOneOf(top.slotMinutes, 'slotMinutes', SLOT_MINUTES);
  const start = readInstant(top.start, 'start');
  const end = readInstant(top.end, 'end');
  const grid: Grid = { startMs: Date.parse(start), endMs: Date.parse(end), slotMinutes };
  checkHorizon(grid);
  const hours = readHours(top.hours);
  const tasks = readList(top.tasks, 'tasks', (value, path) => readTask(value, path, slotMinutes));
  checkSize('hours', Object.keys(hours).length, MOST_HOURS_SLOTS, grid);
  checkSize('tasks', tasks.length, MOST_TASK_SLOTS, grid);
  const locked = readList(top.locked ?? [], 'locked', readBlock);
  checkContent({ start, end, slotMinutes, hours, tasks, locked });
  const previous =
    top.previous === null || top.previous === undefined
      ? null
      : readList(top.previous, 'previous', readBlock);
  for (const [index, block] of (previous ?? []).entries()) checkOnGrid(block, `previous[${index}]`, grid);
  const opened =
    top.opened === null || top.opened === undefined ? null : readList(top.opened, 'opened', readOpening);
  for (const [index, opening] of (opened ?? []).entries())
    checkHours(opening.hours, `opened[${index}]`, hours);
  const overrides =
    top.overrides === null || top.overrides === undefined ? null : readOverrides(top.overrides, hours);
  const weights = readWeights(top.weights);
  checkWeights(weights, grid, tasks, previous ?? []);
  return {
    format: 'schedbench/1',
    id: readName(top.id, 'id'),
    family: readText(top.family ?? '', 'family'),
    seed: typeof top.seed === 'number' ? top.seed : 0,
    zone: readZone(top.zone),
    slotMinutes,
    start,
    end,
    hours,
    buffers: readBuffers(top.buffers, 'buffers'),
    busy: readList(top.busy, 'busy', readBusy),
    locked,
    tasks,
    previous,
    weights,
    ...(opened === null ? {} : { opened }),
    ...(overrides === null ? {} : { overrides }),
  };
}

/**
 * Whether tasks, hours and pinned blocks go together.
 *
 * @throws {InvalidInstance} naming the first wrong place.
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

function checkHorizon({ startMs, endMs, slotMinutes }: Grid): void {
  if (endMs <= startMs) throw new InvalidInstance('end', 'is not after start');
  const slots = (endMs - startMs) / (slotMinutes * MINUTE);
  if (!Number.isInteger(slots))
    throw new InvalidInstance('end', `is not a multiple of ${slotMinutes} minutes after start`);
  if (slots > MOST_SLOTS)
    throw new InvalidInstance('end', `gives ${slots} slots, more than ${MOST_SLOTS}: ${COARSER}`);
}

function checkSize(path: string, count: number, most: number, { startMs, endMs, slotMinutes }: Grid): void {
  const slots = (endMs - startMs) / (slotMinutes * MINUTE);
  if (count * slots > most)
    throw new InvalidInstance(
      path,
      `${count} on ${slots} slots are more than can be planned at once: ${COARSER}`,
    );
}

/** The objective is exact as long as the worst plan of all costs less than 2^53. */
function checkWeights(
  weights: Weights,
  { startMs, endMs, slotMinutes }: Grid,
  tasks: readonly Task[],
  previous: readonly Block[],
): void {
  const horizon = (endMs - startMs) / MINUTE;
  let most = 0;
  for (const { minutes, priority } of tasks) {
    const { unplanned, hardMiss, late, flow, prefer, split, switch: change } = weights;
    most +=
      weights.priority[priority] *
      (unplanned * minutes + hardMiss + late * horizon + flow * minutes * horizon);
    most += prefer * minutes + (split + change) * (minutes / slotMinutes);
  }
  for (const { start, end } of previous)
    most += weights.move * Math.max(1, weights.near) * ((Date.parse(end) - Date.parse(start)) / MINUTE);
  if (most >= Number.MAX_SAFE_INTEGER)
    throw new InvalidInstance('weights', 'a plan could cost more than whole numbers can tell exactly (2^53)');
}

function readZone(value: unknown): string {
  const zone = readName(value, 'zone');
  try {
    zoneOf(zone);
    return zone;
  } catch {
    throw new InvalidInstance('zone', `unknown time zone ${JSON.stringify(zone)}`);
  }
}

function readHours(value: unknown): Record<string, WeeklyHours> {
  // Without a prototype: a set may be called 'constructor'.
  const sets = Object.create(null) as Record<string, WeeklyHours>;
  for (const [name, week] of Object.entries(readObject(value, 'hours'))) {
    const days: { [day in Weekday]?: readonly ClockWindow[] } = {};
    for (const [day, windows] of Object.entries(readObject(week, `hours.${name}`))) {
      const path = `hours.${name}.${day}`;
      if (!WEEKDAYS.includes(day as Weekday)) throw new InvalidInstance(path, 'is not a day (mon..sun)');
      days[day as Weekday] = readList(windows, path, readClockWindow);
    }
    sets[name] = days;
  }
  return sets;
}

function readOverrides(
  value: unknown,
  hours: Readonly<Record<string, WeeklyHours>>,
): Record<string, DateOverrides> {
  const sets = Object.create(null) as Record<string, DateOverrides>;
  for (const [name, dates] of Object.entries(readObject(value, 'overrides'))) {
    if (!Object.hasOwn(hours, name))
      throw new InvalidInstance(`overrides.${name}`, 'no set of hours is called so');
    const read: Record<string, readonly ClockWindow[]> = {};
    for (const [date, windows] of Object.entries(readObject(dates, `overrides.${name}`))) {
      const path = `overrides.${name}.${date}`;
      if (findDayNumber(date) === null) throw new InvalidInstance(path, 'is not a date (YYYY-MM-DD)');
      read[date] = readList(windows, path, readClockWindow);
    }
    sets[name] = read;
  }
  return sets;
}

function readBuffers(value: unknown, path: string): Buffers {
  const { before, after } = readObject(value, path);
  return { before: readWhole(before, `${path}.before`), after: readWhole(after, `${path}.after`) };
}

function readBusy(value: unknown, path: string): BusyEvent {
  const event = readObject(value, path);
  const start = readInstant(event.start, `${path}.start`);
  const end = readInstant(event.end, `${path}.end`);
  if (Date.parse(end) < Date.parse(start)) throw new InvalidInstance(path, 'ends before it starts');
  const { before, after } = event;
  return {
    start,
    end,
    ...(before === undefined || before === null ? {} : { before: readWhole(before, `${path}.before`) }),
    ...(after === undefined || after === null ? {} : { after: readWhole(after, `${path}.after`) }),
  };
}

function readBlock(value: unknown, path: string): Block {
  const block = readObject(value, path);
  const start = readInstant(block.start, `${path}.start`);
  const end = readInstant(block.end, `${path}.end`);
  if (Date.parse(end) <= Date.parse(start)) throw new InvalidInstance(path, 'does not end after it starts');
  return { task: readName(block.task, `${path}.task`), start, end };
}

function readOpening(value: unknown, path: string): Opening {
  const opening = readObject(value, path);
  const start = readInstant(opening.start, `${path}.start`);
  const end = readInstant(opening.end, `${path}.end`);
  if (Date.parse(end) <= Date.parse(start)) throw new InvalidInstance(path, 'does not end after it starts');
  return { hours: readName(opening.hours, `${path}.hours`), start, end };
}

function readTask(value: unknown, path: string, slotMinutes: number): Task {
  const task = readObject(value, path);
  const onGrid = (name: string): number => {
    const minutes = readWhole(task[name], `${path}.${name}`, 1);
    if (minutes % slotMinutes !== 0) {
      throw new InvalidInstance(`${path}.${name}`, `${minutes} is not a multiple of ${slotMinutes}`);
    }
    return minutes;
  };
  const minutes = onGrid('minutes');
  const minChunk = onGrid('minChunk');
  const maxChunk = onGrid('maxChunk');
  if (minChunk > maxChunk)
    throw new InvalidInstance(`${path}.minChunk`, `${minChunk} is more than maxChunk ${maxChunk}`);
  if (minChunk > minutes)
    throw new InvalidInstance(`${path}.minChunk`, `${minChunk} is more than minutes ${minutes}`);
  const due = readInstantOrNull(task.due, `${path}.due`);
  return {
    id: readName(task.id, `${path}.id`),
    minutes,
    priority: readOneOf(task.priority, `${path}.priority`, PRIORITIES),
    category: readText(task.category, `${path}.category`),
    hours: readName(task.hours, `${path}.hours`),
    notBefore: readInstantOrNull(task.notBefore, `${path}.notBefore`),
    due,
    dueKind: readOneOf(task.dueKind ?? 'soft', `${path}.dueKind`, ['soft', 'hard'] as const),
    minChunk,
    maxChunk,
    after: readList(task.after ?? [], `${path}.after`, readName),
    prefer: readList(task.prefer ?? [], `${path}.prefer`, readClockWindow),
  };
}

function checkHours(name: string, path: string, hours: Readonly<Record<string, WeeklyHours>>): void {
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

/** Kahn's algorithm; what cannot be ordered lies on a cycle or behind one, so walk back to one on it. */
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
      `${JSON.stringify(task.id)} waits, by way of others, for itself`,
    );
}

function checkOnGrid(block: Block, path: string, { startMs, slotMinutes }: Grid): void {
  for (const side of ['start', 'end'] as const) {
    if ((Date.parse(block[side]) - startMs) % (slotMinutes * MINUTE) !== 0) {
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
    left.set(block.task, minutes - (to - from) / MINUTE);
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

function readWeights(value: unknown): Weights {
  const weights = readObject(value, 'weights');
  const priority = readObject(weights.priority, 'weights.priority');
  const one = (name: string): number => readWhole(weights[name], `weights.${name}`);
  const by = (level: Priority): number => readWhole(priority[level], `weights.priority.${level}`);
  return {
    priority: { 1: by(1), 2: by(2), 3: by(3), 4: by(4) },
    unplanned: one('unplanned'),
    hardMiss: one('hardMiss'),
    late: one('late'),
    flow: one('flow'),
    prefer: one('prefer'),
    split: one('split'),
    switch: one('switch'),
    move: one('move'),
    near: one('near'),
    nearMinutes: one('nearMinutes'),
  };
}
