import { type ClockWindow, type DateOverrides, findDayNumber, getZone, type Weekday } from '@dayloom/time';
import {
  checkContent,
  checkHorizon,
  checkHours,
  checkOnGrid,
  checkSizes,
  checkWeights,
  type Grid,
} from './check-instance.ts';
import {
  InvalidInstance,
  readClockWindow,
  readEnum,
  readInstant,
  readInstantOrNull,
  readList,
  readName,
  readObject,
  readText,
  readWhole,
} from './fields.ts';
import type {
  Block,
  Buffers,
  BusyEvent,
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

/**
 * Reads a `schedbench/1` document and checks everything the planner relies on.
 *
 * @throws {InvalidInstance} naming the first invalid field.
 */
export function parseInstance(json: unknown): Instance {
  const top = readObject(json, '');
  readEnum(top.format, 'format', ['schedbench/1']);
  const slotMinutes = readEnum(top.slotMinutes, 'slotMinutes', SLOT_MINUTES);
  const start = readInstant(top.start, 'start');
  const end = readInstant(top.end, 'end');
  const grid: Grid = { startMs: Date.parse(start), endMs: Date.parse(end), slotMinutes };
  checkHorizon(grid);
  const hours = readHours(top.hours);
  const tasks = readList(top.tasks, 'tasks', (value, path) => readTask(value, path, slotMinutes));
  checkSizes({ hours, tasks }, grid);
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

function readZone(value: unknown): string {
  const zone = readName(value, 'zone');
  try {
    getZone(zone);
    return zone;
  } catch {
    throw new InvalidInstance('zone', `unknown time zone ${JSON.stringify(zone)}`);
  }
}

function readHours(value: unknown): Record<string, WeeklyHours> {
  // No prototype: a set may be called 'constructor'.
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
      throw new InvalidInstance(`overrides.${name}`, 'no set of hours has this name');
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
    priority: readEnum(task.priority, `${path}.priority`, PRIORITIES),
    category: readText(task.category, `${path}.category`),
    hours: readName(task.hours, `${path}.hours`),
    notBefore: readInstantOrNull(task.notBefore, `${path}.notBefore`),
    due,
    dueKind: readEnum(task.dueKind ?? 'soft', `${path}.dueKind`, ['soft', 'hard'] as const),
    minChunk,
    maxChunk,
    after: readList(task.after ?? [], `${path}.after`, readName),
    prefer: readList(task.prefer ?? [], `${path}.prefer`, readClockWindow),
  };
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
