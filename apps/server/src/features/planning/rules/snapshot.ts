import {
  type HoursOverride,
  partOfDayWindows,
  type Scheduling,
  type WeeklyHours,
  windowsByDate,
} from '@dayloom/contracts';
import {
  type Block,
  bufferOnGrid,
  type ClockWindow,
  DEFAULT_WEIGHTS,
  dueOfDate,
  findGrid,
  getOpenMinutes,
  type Instance,
  NO_CATEGORY,
  type TaskInput,
  toPlannerTask,
  type Weights,
} from '@dayloom/planner';
import {
  findDayNumber,
  getZone,
  HOUR_MS,
  type Interval,
  localDayNumber,
  MINUTE_MS,
  startOfDayNumber,
} from '@dayloom/time';
import type { PlannedWork } from '#features/tasks/model/planned-work.ts';
import { type StoredBlock, toWorkId } from '../model/block.ts';
import { moveToDaysWithRoom } from './flexible-days.ts';
import { createWaits, joined, type Wait } from './waiting.ts';

/** Factor of the planner's default cost of a move. */
const MOVE_FACTOR: Record<Scheduling['stability'], number> = { loose: 0, balanced: 1, steady: 8 };

/** Everything a plan depends on. */
export interface Snapshot {
  readonly now: Date;
  readonly timeZone: string;
  readonly hours: { readonly work: WeeklyHours; readonly personal: WeeklyHours };
  readonly hoursOverrides: readonly HoursOverride[];
  readonly scheduling: Scheduling;
  /** The open tasks, with the later occurrences of those that repeat. */
  readonly tasks: readonly PlannedWork[];
  /** All future blocks and all finished ones. */
  readonly blocks: readonly StoredBlock[];
  readonly busy: readonly Interval[];
  readonly horizonDays: number;
  /** The grid of the instance: the user's, or a finer one that the tasks need. */
  readonly slotMinutes: number;
}

/**
 * The widest grid on which every task can have the length that it was given, and every block of the plan can
 * stay.
 */
export function findSlotMinutes({
  now,
  scheduling,
  tasks,
  blocks,
}: Pick<Snapshot, 'now' | 'scheduling' | 'tasks' | 'blocks'>): number {
  const done = sumMinutes(blocks.filter(({ state }) => state === 'done'));
  const lengths = tasks
    .filter((task) => task.is_automatic && !task.is_someday)
    .flatMap(({ id, duration_minutes, is_splittable, min_chunk_minutes, max_chunk_minutes }) => [
      Math.max(0, duration_minutes - (done.get(id) ?? 0)),
      ...(is_splittable ? [min_chunk_minutes, max_chunk_minutes] : []),
    ]);
  const ahead = blocks.filter(
    ({ state, startsAt }) => state === 'planned' && Date.parse(startsAt) > now.getTime(),
  );
  const places = ahead.map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }));
  return findGrid(scheduling.gridMinutes, lengths, places);
}

/** What the horizon depends on. */
export type Frame = Pick<Snapshot, 'now' | 'timeZone' | 'horizonDays' | 'scheduling'>;

/**
 * From the next grid step to the midnight at the end of the last day, in the home zone. If less than one step
 * is left until then, a day is added.
 */
export function getHorizon({ now, timeZone, horizonDays, scheduling }: Frame): {
  start: number;
  end: number;
} {
  const slot = scheduling.gridMinutes * MINUTE_MS;
  const start = Math.ceil(now.getTime() / slot) * slot;
  const zone = getZone(timeZone);
  const today = localDayNumber(zone, start);
  const slotsUntil = (day: number) => Math.floor((startOfDayNumber(zone, day) - start) / slot);
  const slots = slotsUntil(today + horizonDays) || slotsUntil(today + horizonDays + 1);
  return { start, end: start + slots * slot };
}

/** The number of days from today to an earlier result of `getHorizon`. */
export function daysUntil(end: Date, { timeZone, ...frame }: Omit<Frame, 'horizonDays'>): number {
  const { start } = getHorizon({ ...frame, timeZone, horizonDays: 1 });
  const zone = getZone(timeZone);
  return Math.max(1, localDayNumber(zone, end.getTime() - 1) + 1 - localDayNumber(zone, start));
}

/**
 * Whether replanning must not move the block: it is pinned, it is running, or it starts in the frozen hours.
 */
export function isFixed(
  block: StoredBlock,
  { now, scheduling }: Pick<Snapshot, 'now' | 'scheduling'>,
): boolean {
  const startsAt = Date.parse(block.startsAt);
  const frozen = scheduling.freezeHours * HOUR_MS;
  return block.isPinned || startsAt <= now.getTime() || startsAt < now.getTime() + frozen;
}

/**
 * Whether planning leaves a future block where it is: it is fixed, or after the horizon. A block after the
 * horizon that is late is planned again.
 */
export function isLeftAlone(block: StoredBlock, snapshot: Snapshot): boolean {
  if (isFixed(block, snapshot)) return true;
  if (Date.parse(block.startsAt) < getHorizon(snapshot).end) return false;
  const task = snapshot.tasks.find(({ id }) => id === toWorkId(block));
  const due = task ? findDue(task, snapshot) : null;
  return due === null || Date.parse(block.endsAt) <= Date.parse(due);
}

function toWeights({ stability }: Scheduling): Weights {
  return { ...DEFAULT_WEIGHTS, move: DEFAULT_WEIGHTS.move * MOVE_FACTOR[stability] };
}

/** Minutes of a task that need no place in the plan. */
export interface SettledWork {
  readonly settledMinutes: number;
  readonly lockedMinutes: number;
}

export function toInstance(snapshot: Snapshot): Instance {
  return buildInstance(snapshot).instance;
}

/** The planner's instance, with facts about open tasks that it does not contain. */
export interface BuiltInstance {
  readonly instance: Instance;
  readonly getSettledWork: (task: string) => SettledWork;
  /** What the dependents of a task have to wait for. */
  readonly waitFor: (task: string) => Wait;
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
  const waitFor = createWaits({
    tasks: snapshot.tasks,
    isInInstance: (id) => inInstance.has(id),
    isDone: isDoneBy(snapshot),
    fixedEnds: hiddenEnds(
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
      work: withoutLunch({ ...definite(hours.work) }, scheduling.lunch),
      personal: definite(hours.personal),
      ...(tasks.some(({ isFixed }) => isFixed) && { [ANY_HOURS]: anyHours }),
    },
    overrides: {
      work: withoutLunch(windowsByDate(snapshot.hoursOverrides, 'work'), scheduling.lunch),
      personal: windowsByDate(snapshot.hoursOverrides, 'personal'),
    },
    buffers: { before: scheduling.meetingBufferMinutes, after: getBufferAfterEvents(scheduling) },
    busy: [
      ...snapshot.busy.map(({ start: from, end: to }) => wholeMinutes(from, to)),
      // A block of a manually planned task still blocks its time.
      ...foreign.map((block) => ({
        ...wholeMinutes(Date.parse(block.startsAt), Date.parse(block.endsAt)),
        before: 0,
        after: 0,
      })),
    ],
    locked,
    tasks: tasks.flatMap((task, index) => {
      const input = inputs[index] as TaskInput;
      return toPlannerTask(waiting(input, joined(task.depends_on.map(waitFor))), grid) ?? [];
    }),
    previous: movable.map((block) => plannedBlock(block, getBuffer(snapshot, toWorkId(block)))),
    weights: toWeights(scheduling),
  };
  return { instance: moveToDaysWithRoom(instance, tasks), getSettledWork, waitFor };
}

/** The input with the dependencies of its task. */
function waiting(input: TaskInput, { after, until }: Wait): TaskInput {
  const instants = [input.notBefore, until && new Date(until.endsAt).toISOString()].filter(
    (instant) => instant !== null,
  );
  return { ...input, after, notBefore: instants.sort().at(-1) ?? null };
}

/** By task, the end of its last fixed block, if it is after all its locked blocks in the instance. */
function hiddenEnds(fixed: readonly StoredBlock[], locked: readonly Block[]): ReadonlyMap<string, number> {
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
export function plannedBlock(block: StoredBlock, buffer: number): Block {
  return {
    task: toWorkId(block),
    start: formatInstant(Date.parse(block.startsAt)),
    end: formatInstant(Date.parse(block.endsAt) + buffer * MINUTE_MS),
  };
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
function toTaskInput(task: PlannedWork, snapshot: Snapshot, settled: SettledWork): TaskInput {
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
): Pick<TaskInput, 'hours' | 'notBefore' | 'due' | 'dueKind'> {
  const slot = slotMinutes * MINUTE_MS;
  return {
    hours: ANY_HOURS,
    notBefore: start_after && new Date(Math.floor(+start_after / slot) * slot).toISOString(),
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
    hours: task.hours,
    notBefore: task.start_after?.toISOString() ?? null,
    due: findDue(task, snapshot),
    dueKind: task.due_kind,
    isSplittable: task.is_splittable,
    minChunk: task.min_chunk_minutes,
    maxChunk: task.max_chunk_minutes,
    buffer: task.buffer_minutes,
    after: [],
    prefer: task.time_of_day ? [partOfDayWindows[task.time_of_day]] : [],
  };
}

const ANY_HOURS = 'any';
const wholeDay = [['00:00', '24:00']] as const;
const anyHours: Instance['hours'][string] = {
  mon: wholeDay,
  tue: wholeDay,
  wed: wholeDay,
  thu: wholeDay,
  fri: wholeDay,
  sat: wholeDay,
  sun: wholeDay,
};

export function findDue(
  task: Pick<PlannedWork, 'due_on' | 'due_at'>,
  { timeZone, hours, hoursOverrides }: Snapshot,
): string | null {
  if (task.due_at) return task.due_at.toISOString();
  if (task.due_on === null) return null;
  return dueOfDate(task.due_on, timeZone, hours.work, windowsByDate(hoursOverrides, 'work'));
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

function wholeMinutes(from: number, to: number) {
  return {
    start: formatInstant(Math.floor(from / MINUTE_MS) * MINUTE_MS),
    end: formatInstant(Math.ceil(to / MINUTE_MS) * MINUTE_MS),
  };
}

function sumMinutes(blocks: readonly StoredBlock[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const block of blocks) {
    const minutes = Math.round((Date.parse(block.endsAt) - Date.parse(block.startsAt)) / MINUTE_MS);
    const work = toWorkId(block);
    sums.set(work, (sums.get(work) ?? 0) + minutes);
  }
  return sums;
}

/** An instant in the planner's format: `2026-03-02T08:00:00Z`. */
export function formatInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function getBufferAfterEvents({ meetingBufferMinutes, afterEventMinutes }: Scheduling): number {
  return Math.max(meetingBufferMinutes, afterEventMinutes);
}

type Windows = readonly ClockWindow[];

/** The windows of each day or date, without the lunch break. */
function withoutLunch(
  windows: { readonly [day: string]: Windows | undefined },
  lunch: Scheduling['lunch'],
): Record<string, Windows> {
  const list = Object.entries(windows).map(([day, open = []]) => [day, open] as const);
  if (lunch === null) return Object.fromEntries(list);
  const [from, to] = lunch;
  const cut = ([opens, closes]: ClockWindow): ClockWindow[] => {
    if (closes <= from || to <= opens) return [[opens, closes]];
    const parts: ClockWindow[] = [
      [opens, from],
      [to, closes],
    ];
    return parts.filter(([start, end]) => start < end);
  };
  return Object.fromEntries(list.map(([day, open]) => [day, open.flatMap(cut)]));
}

/** Weekly hours without the days that are undefined. */
function definite(weekly: WeeklyHours): Instance['hours'][string] {
  return Object.fromEntries(Object.entries(weekly).filter(([, windows]) => windows !== undefined));
}

/** Tasks whose deadline in the instance is only the end of their day. */
export function listForTheirDay(tasks: readonly PlannedWork[]): string[] {
  return tasks.filter(({ day, isFixed }) => day !== null || isFixed).map(({ id }) => id);
}

/** The names of tasks in sentences; later occurrences are named with their date. */
export function toTitles(tasks: readonly PlannedWork[]): Record<string, string> {
  return Object.fromEntries(
    tasks.map(({ id, title, occurrenceOn, isFlexible }) => [
      id,
      occurrenceOn === null ? title : `${title} ${isFlexible ? 'by' : 'on'} ${dateInWords(occurrenceOn)}`,
    ]),
  );
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

function dateInWords(date: string): string {
  return dateFormat.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}
