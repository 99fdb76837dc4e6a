import { getZone, localDayNumber, MINUTE_MS } from '@dayloom/time';
import type { DailyCap } from '../day-plan/plan-days.ts';
import { Schedule } from '../model/schedule.ts';
import { getSlotStart } from '../model/slot-grid.ts';
import type { SlotModel } from '../model/slot-model.ts';

/**
 * Where a proof may end: at hard due dates, at soft ones (hard ones included), or at the end of the horizon.
 */
export type Deadlines = 'hard' | 'horizon' | 'soft';

/**
 * A proof that not everything can be done in time: between two instants these tasks need more time than there
 * is. It holds for every plan, even one that cuts the tasks into single slots.
 */
export interface Overload {
  readonly deadlines: Deadlines;
  readonly from: string;
  readonly to: string;
  readonly neededMinutes: number;
  /** Free minutes in the hours of these tasks, without meetings and pinned blocks. */
  readonly freeMinutes: number;
  /** The most work of a day, if it leaves fewer free minutes than the hours would. */
  readonly dailyCapMinutes?: number;
  /** The tasks that have to be between the two instants, by due date. */
  readonly tasks: readonly { readonly task: string; readonly minutes: number }[];
}

/** When a task has to be done, in slots, for work that may be cut into single slots. */
export interface TaskWindow {
  readonly index: number;
  readonly release: number;
  readonly due: number;
  /** The task's own dates, without those that follow from dependencies. */
  readonly ownRelease: number;
  readonly ownDue: number;
  /** `ownDue` is a soft due date. */
  readonly isSoft: boolean;
  readonly slots: number;
  readonly hours: number;
}

/** With more sets of hours than this, only each set alone and all together are checked. */
const MAX_SETS = 4;

/**
 * The proof with the earliest end and the largest excess. Null if work cut into single slots can meet all
 * deadlines (exact if all tasks use the same hours). Releases and due dates are propagated along dependencies
 * first: a task has to end before its followers must begin. The span begins and ends at dates that were set,
 * if such a proof exists.
 *
 * @param cap The daily cap that every plan keeps.
 */
export function findOverload(
  model: SlotModel,
  deadlines: Deadlines,
  cap: DailyCap | null = null,
): Overload | null {
  const windows = listTaskWindows(model, deadlines, toFreePrefixSums(model));
  if (windows.length === 0) return null;
  const mayEnd: Record<Deadlines, (window: TaskWindow) => boolean> = {
    hard: () => true,
    horizon: ({ due }) => due === model.slotCount,
    soft: ({ isSoft }) => isSoft,
  };
  const isEnd = mayEnd[deadlines];
  const limit = cap && toDayLimit(model, cap);
  // A date that was set is more useful to the reader than one that follows from dependencies. But with
  // several sets of hours, or if a task is due before it may begin, only a derived date may give a proof.
  const best =
    tightest(
      model,
      limit,
      windows,
      ({ ownRelease }) => ownRelease,
      (window) => isEnd(window) && window.due === window.ownDue,
      true,
    ) ?? tightest(model, limit, windows, ({ release }) => release, isEnd, false);
  if (best === null) return null;
  const { from, to, set } = best;
  const tasks = windows
    .filter((one) => set.includes(one.hours) && one.release >= from && one.due <= to)
    .sort((a, b) => a.due - b.due);
  // Leave out sets of hours that none of these tasks may use.
  const sets = [...new Set(tasks.map(({ hours }) => hours))];
  const free = createFreeCounter(model, sets, limit)(from, to);
  const isCapped = cap !== null && free < createFreeCounter(model, sets, null)(from, to);
  const { slotMinutes } = model;
  return {
    deadlines,
    from: getSlotStart(model, from),
    to: getSlotStart(model, to),
    neededMinutes: tasks.reduce((sum, { slots }) => sum + slots, 0) * slotMinutes,
    freeMinutes: free * slotMinutes,
    ...(isCapped && { dailyCapMinutes: cap.minutes }),
    tasks: tasks.map(({ index, slots }) => ({
      task: model.tasks[index]!.task.id,
      minutes: slots * slotMinutes,
    })),
  };
}

interface OverloadSpan {
  readonly from: number;
  readonly to: number;
  readonly set: readonly number[];
  readonly excess: number;
}

/**
 * Picks the allowed span that ends first, then the one with the largest excess, then the one that
 * begins last.
 */
function tightest(
  model: SlotModel,
  limit: DayLimit | null,
  windows: readonly TaskWindow[],
  getBegin: (window: TaskWindow) => number,
  mayEnd: (window: TaskWindow) => boolean,
  inOrder: boolean,
): OverloadSpan | null {
  const begins = [...new Set(windows.map(getBegin))].sort((a, b) => b - a);
  const ends = new Set(windows.filter(mayEnd).map(({ due }) => due));
  const byDue = windows.toSorted((a, b) => a.due - b.due);
  let best: OverloadSpan | null = null;
  for (const set of listHourSets(model, windows)) {
    const countFree = createFreeCounter(model, set, limit);
    const inside = byDue.filter(({ hours }) => set.includes(hours));
    for (const from of begins) {
      let needed = 0;
      for (let at = 0; at < inside.length; at++) {
        const { due, release, slots } = inside[at]!;
        // An earlier end was found already.
        if (best !== null && due > best.to) break;
        if (release >= from) needed += slots;
        if (inside[at + 1]?.due === due || !ends.has(due) || (inOrder && from >= due)) continue;
        const excess = needed - countFree(from, due);
        if (excess > 0 && (best === null || due < best.to || excess > best.excess))
          best = { from, to: due, set, excess };
      }
    }
  }
  return best;
}

/** The daily cap in slots. */
interface DayLimit {
  /** The set of hours that the cap counts. */
  readonly hours: number;
  readonly dayBySlot: Int32Array;
  /** By day, its first slot; after the last day, the end of the horizon. */
  readonly firstSlots: readonly number[];
  /** By day, the slots that pinned blocks leave. */
  readonly leftSlots: readonly number[];
}

function toDayLimit(model: SlotModel, cap: DailyCap): DayLimit {
  const { instance, slotCount, slotMinutes, startMs } = model;
  const zone = getZone(instance.zone);
  const step = slotMinutes * MINUTE_MS;
  const counted = new Set(instance.tasks.filter(({ hours }) => hours === cap.hours).map(({ id }) => id));
  const pinned = new Map<number, number>();
  for (const { task, start, end } of instance.locked) {
    if (!counted.has(task)) continue;
    for (let at = Date.parse(start); at < Date.parse(end); at += step) {
      const day = localDayNumber(zone, at);
      pinned.set(day, (pinned.get(day) ?? 0) + 1);
    }
  }
  const dayBySlot = new Int32Array(slotCount);
  const [firstSlots, leftSlots]: [number[], number[]] = [[], []];
  let last = NaN;
  for (let slot = 0; slot < slotCount; slot++) {
    const day = localDayNumber(zone, startMs + slot * step);
    if (day !== last) {
      firstSlots.push(slot);
      leftSlots.push(Math.max(0, Math.floor(cap.minutes / slotMinutes) - (pinned.get(day) ?? 0)));
      last = day;
    }
    dayBySlot[slot] = firstSlots.length - 1;
  }
  firstSlots.push(slotCount);
  return { hours: model.hours.findIndex(({ name }) => name === cap.hours), dayBySlot, firstSlots, leftSlots };
}

/** Counts the slots of a span in which work in any of the sets of hours can be done, within the daily cap. */
function createFreeCounter(
  model: SlotModel,
  sets: readonly number[],
  limit: DayLimit | null,
): (from: number, to: number) => number {
  const all = toUnionPrefixSums(model, sets);
  if (limit === null || !sets.includes(limit.hours))
    return (from, to) => Math.max(0, all[to]! - all[Math.min(from, to)]!);
  const { dayBySlot, firstSlots, leftSlots } = limit;
  const uncapped = toUnionPrefixSums(
    model,
    sets.filter((set) => set !== limit.hours),
  );
  const countInDay = (day: number, from: number, to: number) =>
    Math.min(all[to]! - all[from]!, uncapped[to]! - uncapped[from]! + leftSlots[day]!);
  const sums = [0];
  for (const day of leftSlots.keys())
    sums.push(sums[day]! + countInDay(day, firstSlots[day]!, firstSlots[day + 1]!));
  return (from, to) => {
    if (from >= to) return 0;
    const [first, last] = [dayBySlot[from]!, dayBySlot[to - 1]!];
    if (first === last) return countInDay(first, from, to);
    return (
      countInDay(first, from, firstSlots[first + 1]!) +
      (sums[last]! - sums[first + 1]!) +
      countInDay(last, firstSlots[last]!, to)
    );
  };
}

/** By set of hours, the number of free slots before each slot. */
export function toFreePrefixSums(model: SlotModel): Int32Array[] {
  return model.hours.map((_, set) => toUnionPrefixSums(model, [set]));
}

/** The number of slots before each slot in which work in any of the sets of hours can be done. */
export function toUnionPrefixSums(model: SlotModel, sets: readonly number[]): Int32Array {
  const used = new Uint8Array(model.slotCount);
  for (const set of sets) {
    const { runs } = model.hours[set]!;
    for (let run = 0; run < runs.length; run += 2) used.fill(1, runs[run], runs[run + 1]);
  }
  const sums = new Int32Array(model.slotCount + 1);
  for (let slot = 0; slot < model.slotCount; slot++) sums[slot + 1] = sums[slot]! + used[slot]!;
  return sums;
}

/** Every combination of the sets of hours in use, if there are few. */
export function listHourSets(model: SlotModel, windows: readonly TaskWindow[]): number[][] {
  const used = [...new Set(windows.map(({ hours }) => hours))];
  if (used.length > MAX_SETS) return [...used.map((set) => [set]), used];
  return Array.from({ length: 2 ** used.length - 1 }, (_, mask) =>
    used.filter((_set, at) => ((mask + 1) >> at) & 1),
  );
}

export function listTaskWindows(
  model: SlotModel,
  deadlines: Deadlines,
  free: readonly Int32Array[],
): TaskWindow[] {
  const { tasks, order, slotCount, slotMinutes } = model;
  const open = new Schedule(model);
  const release = Int32Array.from(tasks, (task) =>
    Math.max(task.releaseSlot, lockedEndBefore(model, task.index)),
  );
  const due = Int32Array.from(tasks, (task) => {
    if (task.hard) return task.latestEnd;
    if (deadlines === 'soft' && task.dueMinute !== null)
      return Math.min(slotCount, Math.floor(task.dueMinute / slotMinutes));
    return deadlines === 'hard' ? -1 : slotCount;
  });
  const [ownRelease, ownDue] = [release.slice(), due.slice()];
  for (const index of order) {
    const { successors, slots, hours } = tasks[index]!;
    if (open.isComplete(index)) continue;
    const end = slotAfter(free[hours]!, release[index]!, slots);
    for (const next of successors) release[next] = Math.max(release[next]!, end);
  }
  for (const index of order.toReversed()) {
    const { slots, hours, predecessors } = tasks[index]!;
    if (due[index]! < 0 || slots === 0) continue;
    const start = slotBefore(free[hours]!, due[index]!, slots);
    for (const before of predecessors) due[before] = due[before]! < 0 ? start : Math.min(due[before]!, start);
  }
  return (
    tasks
      // Overdue tasks need no proof.
      .filter((task) => task.slots > 0 && (task.hard ? due[task.index]! >= 0 : due[task.index]! > 0))
      .map(({ index, slots, hours }) => ({
        index,
        slots,
        hours,
        release: Math.min(release[index]!, slotCount),
        due: Math.max(0, due[index]!),
        ownRelease: Math.min(ownRelease[index]!, slotCount),
        ownDue: ownDue[index]!,
        isSoft: deadlines === 'soft' && !tasks[index]!.hard && tasks[index]!.dueMinute !== null,
      }))
  );
}

function lockedEndBefore(model: SlotModel, index: number): number {
  return model.tasks[index]!.predecessors.reduce(
    (end, before) => Math.max(end, model.tasks[before]!.lockedEnd),
    0,
  );
}

/** The slot by which `count` free slots have passed since `from`. */
function slotAfter(sums: Int32Array, from: number, count: number): number {
  let slot = Math.min(from, sums.length - 1);
  const goal = sums[slot]! + count;
  while (slot < sums.length - 1 && sums[slot]! < goal) slot++;
  return slot;
}

/** The last slot from which `count` free slots are left until `to`; 0 if there are fewer. */
function slotBefore(sums: Int32Array, to: number, count: number): number {
  let slot = Math.min(to, sums.length - 1);
  const goal = sums[slot]! - count;
  while (slot > 0 && sums[slot]! > goal) slot--;
  return slot;
}
